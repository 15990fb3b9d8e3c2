<?php
// Renders DokuWiki's markup with its own parser: a JSON text a line in, a JSON answer a line out.
define('NOSESSION', 1);
define('DOKU_BASE', '/');
define('DOKU_INC', rtrim($argv[1], '/') . '/');
require_once DOKU_INC . 'inc/init.php';
global $ID;
$ID = 'campaign:fight';
while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line, true);
    if (isset($asked['id'])) {
        $answer = ['id' => cleanID($asked['id'])];
    } else {
        $info = [];
        $html = p_render('xhtml', p_get_instructions($asked['text']), $info);
        $answer = ['html' => html_secedit($html, false), 'info' => $info];
    }
    echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    flush();
}
