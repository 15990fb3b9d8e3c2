/* A library that is loaded before the C library. It sees every storage call of a process on the
   files of one folder and lets one of them fail: the process is killed, the disk is full or reports
   an error, half of the bytes are written, or the power fails and everything that was not synced is
   lost. tests/durability/faults.py says which call fails, and how. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOTHING, KILL, LATE, TORN, POWER, FAULT, FULL, SHORT, STAYS_FULL, STAYS_FAULTY };
/* In the order of faults.Fault. The last two stay until `faults_heal`. */

enum { MAX_FILES = 1024, MAX_CALLS = 1 << 16 };

static char folder[4096];
static char *files[MAX_FILES]; /* by descriptor; NULL where it is none of ours */
static int armed, at, fault, lasting, spent;
static int count;
static const char *calls[MAX_CALLS];

/* Bytes that writes have replaced since the last sync, newest first. */
struct unsynced {
    struct unsynced *before;
    char *path, *old;
    off_t offset, size;
    size_t length;
};
static struct unsynced *unsynced;

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int ours(const char *path) {
    size_t length = strlen(folder);
    return length && path && !strncmp(path, folder, length);
}

static int watched(int fd) { return fd >= 0 && fd < MAX_FILES && files[fd] != NULL; }

static int raw_open(const char *path, int flags) {
    REAL(openat);
    return real(AT_FDCWD, path, flags, 0644);
}

static ssize_t raw_write(int fd, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite);
    return real(fd, bytes, length, offset);
}

static ssize_t raw_read(int fd, void *bytes, size_t length, off_t offset) {
    REAL(pread);
    return real(fd, bytes, length, offset);
}

static int raw_truncate(int fd, off_t size) {
    REAL(ftruncate);
    return real(fd, size);
}

static off_t size_of(int fd) {
    off_t here = lseek(fd, 0, SEEK_CUR), size = lseek(fd, 0, SEEK_END);
    lseek(fd, here, SEEK_SET);
    return size;
}

/* Keep the bytes that a write or a truncation is about to replace. */
static void remember(int fd, off_t offset, size_t length) {
    struct unsynced *one = calloc(1, sizeof *one);
    one->path = strdup(files[fd]);
    one->offset = offset;
    one->size = size_of(fd);
    one->old = malloc(length + 1);
    ssize_t had = raw_read(fd, one->old, length, offset);
    one->length = had > 0 ? (size_t)had : 0;
    one->before = unsynced;
    unsynced = one;
}

static void forget(const char *path) {
    for (struct unsynced *one = unsynced; one; one = one->before)
        if (!strcmp(one->path, path)) one->path[0] = 0;
}

static void lose_unsynced(void) {
    for (struct unsynced *one = unsynced; one; one = one->before) {
        int fd = one->path[0] ? raw_open(one->path, O_WRONLY) : -1;
        if (fd < 0) continue;
        if (one->length) raw_write(fd, one->old, one->length, one->offset);
        raw_truncate(fd, one->size);
    }
}

static void die(void) {
    kill(getpid(), SIGKILL);
    pause();
}

/* Count a call. Returns 0 to go on, -1 with errno where it fails, 1 where the caller does the rest.
   The name of a call begins with what it does: write, seal (make durable) or look (read). */
static int strike(const char *call) {
    if (!armed) return 0;
    if (count < MAX_CALLS) calls[count] = call;
    count++;
    int writes = call[0] == 'w', locks = call[6] == 'l' && call[7] == 'o';
    if (spent) { /* the rest of a short write */
        spent = 0;
        errno = ENOSPC;
        return -1;
    }
    if (lasting ? locks || (fault == STAYS_FULL && !writes) : count != at) return 0;
    switch (fault) {
    case POWER:
        lose_unsynced();
        die();
        break;
    case KILL:
        die();
        break;
    case LATE:
    case TORN:
    case SHORT:
        return 1;
    case STAYS_FULL:
    case STAYS_FAULTY:
        lasting = 1;
        errno = fault == STAYS_FULL ? ENOSPC : EIO;
        return -1;
    case FULL:
        errno = ENOSPC;
        return -1;
    case FAULT:
        errno = EIO;
        return -1;
    }
    return 0;
}

void faults_arm(const char *path, int nth, int kind) {
    strncpy(folder, path, sizeof folder - 1);
    at = nth, fault = kind, lasting = spent = count = 0, armed = 1;
}

void faults_heal(void) { fault = NOTHING, lasting = spent = 0; }

int faults_count(void) { return count; }

const char *faults_call(int nth) { return nth < MAX_CALLS ? calls[nth] : ""; }

static void opened(int fd, const char *path) {
    if (fd >= 0 && fd < MAX_FILES) files[fd] = strdup(path);
}

static int opening(const char *path, int flags, mode_t mode) {
    REAL(openat);
    if (!armed || !ours(path)) return real(AT_FDCWD, path, flags, mode);
    int makes = flags & O_CREAT && access(path, F_OK);
    if (strike(makes ? "write: open" : "look: open") < 0) return -1;
    int fd = real(AT_FDCWD, path, flags, mode);
    opened(fd, path);
    return fd;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        return opening(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    REAL(close);
    if (armed && watched(fd)) files[fd] = NULL;
    return real(fd);
}

static ssize_t writing(int fd, const void *bytes, size_t length, off_t offset) {
    if (armed && watched(fd)) {
        int struck = strike("write: pwrite");
        if (struck < 0) return -1;
        if (!strstr(files[fd], "-shm")) remember(fd, offset, length);
        if (struck) {
            ssize_t half = raw_write(fd, bytes, length / 2, offset);
            if (fault == TORN) die();
            spent = 1;
            return half;
        }
    }
    return raw_write(fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return writing(fd, bytes, length, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    return writing(fd, bytes, length, offset);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(write);
    if (armed && watched(fd)) {
        ssize_t done = writing(fd, bytes, length, lseek(fd, 0, SEEK_CUR));
        if (done > 0) lseek(fd, done, SEEK_CUR);
        return done;
    }
    return real(fd, bytes, length);
}

static ssize_t reading(int fd, void *bytes, size_t length, off_t offset) {
    if (armed && watched(fd) && strike("look: pread") < 0) return -1;
    return raw_read(fd, bytes, length, offset);
}

ssize_t pread(int fd, void *bytes, size_t length, off_t offset) {
    return reading(fd, bytes, length, offset);
}

ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset) {
    return reading(fd, bytes, length, offset);
}

ssize_t read(int fd, void *bytes, size_t length) {
    REAL(read);
    if (armed && watched(fd) && strike("look: read") < 0) return -1;
    return real(fd, bytes, length);
}

/* Syncs are not passed on: `lose_unsynced` undoes what a power failure would lose. */
static int syncing(int fd, const char *call) {
    int struck = strike(call);
    if (struck < 0) return -1;
    forget(files[fd]);
    if (struck) die();
    return 0;
}

int fsync(int fd) {
    REAL(fsync);
    return armed && watched(fd) ? syncing(fd, "seal: fsync") : real(fd);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return armed && watched(fd) ? syncing(fd, "seal: fdatasync") : real(fd);
}

static int truncating(int fd, off_t size) {
    if (armed && watched(fd)) {
        if (strike("write: ftruncate") < 0) return -1;
        off_t had = size_of(fd);
        if (!strstr(files[fd], "-shm")) remember(fd, size, had > size ? had - size : 0);
    }
    return raw_truncate(fd, size);
}

int ftruncate(int fd, off_t size) { return truncating(fd, size); }

int ftruncate64(int fd, off64_t size) { return truncating(fd, size); }

int fallocate(int fd, int mode, off_t offset, off_t length) {
    REAL(fallocate);
    if (armed && watched(fd) && strike("write: fallocate") < 0) return -1;
    return real(fd, mode, offset, length);
}

int posix_fallocate(int fd, off_t offset, off_t length) {
    REAL(posix_fallocate);
    if (armed && watched(fd) && strike("write: fallocate") < 0) return errno;
    return real(fd, offset, length);
}

int unlink(const char *path) {
    REAL(unlink);
    if (armed && ours(path)) {
        int struck = strike("seal: unlink");
        if (struck < 0) return -1;
        forget(path);
        if (struck) {
            real(path);
            die();
        }
    }
    return real(path);
}

int rename(const char *path, const char *to) {
    REAL(rename);
    if (armed && ours(to) && strike("seal: rename") < 0) return -1;
    return real(path, to);
}

#define MMAP(name, offset_t) \
    void *name(void *where, size_t length, int prot, int flags, int fd, offset_t offset) { \
        REAL(name); \
        if (armed && watched(fd) && strike("write: mmap") < 0) return MAP_FAILED; \
        return real(where, length, prot, flags, fd, offset); \
    }
MMAP(mmap, off_t)
MMAP(mmap64, off64_t)

/* SQLite locks files through fcntl; releasing a lock never fails. */
#define FCNTL(name) \
    int name(int fd, int command, ...) { \
        REAL(name); \
        va_list more; \
        va_start(more, command); \
        void *argument = va_arg(more, void *); \
        va_end(more); \
        if (armed && watched(fd) && command == F_SETLK) { \
            struct flock *lock = argument; \
            if (lock->l_type != F_UNLCK && strike("look: lock") < 0) return -1; \
        } \
        return real(fd, command, argument); \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

#define STAT(name, buffer_t) \
    int name(const char *path, buffer_t *found) { \
        REAL(name); \
        if (armed && ours(path) && strike("look: " #name) < 0) return -1; \
        return real(path, found); \
    }
STAT(stat, struct stat)
STAT(stat64, struct stat64)
STAT(lstat, struct stat)
STAT(lstat64, struct stat64)

#define FSTAT(name, buffer_t) \
    int name(int fd, buffer_t *found) { \
        REAL(name); \
        if (armed && watched(fd) && strike("look: " #name) < 0) return -1; \
        return real(fd, found); \
    }
FSTAT(fstat, struct stat)
FSTAT(fstat64, struct stat64)
