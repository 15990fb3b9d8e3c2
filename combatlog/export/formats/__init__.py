"""Writers: a page in the markup of a wiki. Whatever people wrote comes back as they wrote it, and
never as markup."""
