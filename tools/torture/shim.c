/* Stands between a process and the C library, and knows every call that touches the files of one folder.

   Asleep until `torture_watch` names a folder. Then every call that changes something there is written to a log, in the
   order in which it was made, with the bytes it wrote; a call of a given number fails as if the disk had refused it; and
   an allocation of a given number finds no memory. `tools/torture/shim.py` is the other side of it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, MARK, CLOSE };
enum { FOR_READING, FOR_WRITING };
#define MOST 65536

struct record { uint32_t kind, file; int64_t offset; uint32_t length; } __attribute__((packed));

static char folder[PATH_MAX];
static size_t folder_length;
static int log_handle = -1;
static uint32_t files[MOST]; /* by handle; 0 is not ours */
static uint32_t newest_file;
static long calls, fail_from, fail_times, failed;
static int fail_errno;
static __thread long allocations, starve_at;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void put(const void *data, size_t length) {
    const char *at = data;
    while (length) {
        long done = syscall(SYS_write, log_handle, at, length);
        if (done <= 0) abort(); /* a log with gaps would prove nothing */
        at += done;
        length -= done;
    }
}

static void note(uint32_t kind, uint32_t file, int64_t offset, const void *data, size_t length) {
    struct record record = {kind, file, offset, (uint32_t)length};
    if (log_handle < 0) return;
    put(&record, sizeof record);
    put(data, length);
}

static const char *ours(int at, const char *path, char *whole) {
    if (!folder_length) return NULL;
    if (path[0] == '/') {
        snprintf(whole, PATH_MAX, "%s", path);
    } else {
        char link[64];
        ssize_t length;
        if (at == AT_FDCWD) {
            if (!getcwd(whole, PATH_MAX)) return NULL;
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", at);
            length = readlink(link, whole, PATH_MAX - 1);
            if (length < 0) return NULL;
            whole[length] = 0;
        }
        strncat(whole, "/", PATH_MAX - strlen(whole) - 1);
        strncat(whole, path, PATH_MAX - strlen(whole) - 1);
    }
    if (strncmp(whole, folder, folder_length) || (whole[folder_length] && whole[folder_length] != '/')) return NULL;
    return whole[folder_length] ? whole + folder_length + 1 : whole + folder_length;
}

static uint32_t file_of(int handle) {
    return folder_length && handle >= 0 && handle < MOST ? files[handle] : 0;
}

/* Whether this call of the folder is one that must fail. A full disk refuses only who wants to write. */
static int refused(int kind) {
    calls++;
    if (!fail_from || calls < fail_from || failed >= fail_times) return 0;
    if (fail_errno == ENOSPC && kind != FOR_WRITING) return 0;
    failed++;
    errno = fail_errno;
    return 1;
}

/* --- what the other side calls --- */

void torture_watch(const char *path, const char *log) {
    pthread_mutex_lock(&turn);
    if (log_handle >= 0) syscall(SYS_close, log_handle);
    log_handle = log ? (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    snprintf(folder, sizeof folder, "%s", path ? path : "");
    folder_length = strlen(folder);
    calls = failed = fail_from = 0;
    pthread_mutex_unlock(&turn);
}

void torture_fail(long from, long times, int code) {
    pthread_mutex_lock(&turn);
    fail_from = from ? calls + from : 0;
    fail_times = times;
    fail_errno = code;
    failed = 0;
    pthread_mutex_unlock(&turn);
}

void torture_heal(void) { fail_from = 0; }
long torture_calls(void) { return calls; }
long torture_failed(void) { return failed; }

void torture_mark(const char *data, long length) {
    pthread_mutex_lock(&turn);
    note(MARK, 0, 0, data, length);
    pthread_mutex_unlock(&turn);
}

/* From now on the allocation of this number in this thread fails, once; 0 ends it. Returns how many were counted. */
long torture_starve(long at) {
    long counted = allocations;
    allocations = 0;
    starve_at = at;
    return counted;
}

/* --- files --- */

static int opened(int handle, const char *name, int flags) {
    if (handle >= 0 && handle < MOST) {
        files[handle] = ++newest_file;
        note(OPEN, files[handle], flags, name, strlen(name));
    }
    return handle;
}

static int open_at(int at, const char *path, int flags, mode_t mode) {
    char whole[PATH_MAX];
    const char *name = ours(at, path, whole);
    int handle;
    if (!name) return (int)syscall(SYS_openat, at, path, flags, mode);
    pthread_mutex_lock(&turn);
    if (refused(flags & (O_CREAT | O_TRUNC) ? FOR_WRITING : FOR_READING)) handle = -1;
    else handle = opened((int)syscall(SYS_openat, at, path, flags, mode), name, flags);
    pthread_mutex_unlock(&turn);
    return handle;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { MODE(flags) return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return open_at(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return open_at(at, path, flags | O_LARGEFILE, mode); }

int close(int handle) {
    REAL(close);
    if (file_of(handle)) {
        pthread_mutex_lock(&turn);
        note(CLOSE, files[handle], 0, "", 0);
        files[handle] = 0;
        pthread_mutex_unlock(&turn);
    }
    return real(handle);
}

static ssize_t write_at(int handle, const void *data, size_t length, off_t offset, int has_offset) {
    uint32_t file = file_of(handle);
    ssize_t done;
    if (!file) return has_offset ? syscall(SYS_pwrite64, handle, data, length, offset) : syscall(SYS_write, handle, data, length);
    pthread_mutex_lock(&turn);
    if (refused(FOR_WRITING)) {
        done = -1;
    } else {
        if (!has_offset) {
            int flags = fcntl(handle, F_GETFL);
            offset = lseek(handle, 0, flags & O_APPEND ? SEEK_END : SEEK_CUR);
        }
        done = has_offset ? syscall(SYS_pwrite64, handle, data, length, offset) : syscall(SYS_write, handle, data, length);
        if (done > 0) note(WRITE, file, offset, data, done);
    }
    pthread_mutex_unlock(&turn);
    return done;
}

ssize_t write(int handle, const void *data, size_t length) { return write_at(handle, data, length, 0, 0); }
ssize_t pwrite(int handle, const void *data, size_t length, off_t at) { return write_at(handle, data, length, at, 1); }
ssize_t pwrite64(int handle, const void *data, size_t length, off64_t at) { return write_at(handle, data, length, at, 1); }

static ssize_t read_at(int handle, void *data, size_t length, off_t offset, int has_offset) {
    int is_refused = 0;
    if (file_of(handle)) {
        pthread_mutex_lock(&turn);
        is_refused = refused(FOR_READING);
        pthread_mutex_unlock(&turn);
    }
    if (is_refused) return -1;
    return has_offset ? syscall(SYS_pread64, handle, data, length, offset) : syscall(SYS_read, handle, data, length);
}

ssize_t read(int handle, void *data, size_t length) { return read_at(handle, data, length, 0, 0); }
ssize_t pread(int handle, void *data, size_t length, off_t at) { return read_at(handle, data, length, at, 1); }
ssize_t pread64(int handle, void *data, size_t length, off64_t at) { return read_at(handle, data, length, at, 1); }

static int truncate_to(int handle, off_t length) {
    uint32_t file = file_of(handle);
    int done;
    if (!file) return (int)syscall(SYS_ftruncate, handle, length);
    pthread_mutex_lock(&turn);
    done = refused(FOR_WRITING) ? -1 : (int)syscall(SYS_ftruncate, handle, length);
    if (!done) note(TRUNCATE, file, length, "", 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int ftruncate(int handle, off_t length) { return truncate_to(handle, length); }
int ftruncate64(int handle, off64_t length) { return truncate_to(handle, length); }

static int sync_by(long number, int handle) {
    uint32_t file = file_of(handle);
    int done;
    if (!file) return (int)syscall(number, handle);
    pthread_mutex_lock(&turn);
    done = refused(FOR_WRITING) ? -1 : (int)syscall(number, handle);
    if (!done) note(SYNC, file, 0, "", 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int fsync(int handle) { return sync_by(SYS_fsync, handle); }
int fdatasync(int handle) { return sync_by(SYS_fdatasync, handle); }

/* Copying inside the kernel would write past this log: whoever asks for it is told to copy by hand. */
ssize_t sendfile(int to, int from, off_t *offset, size_t count) {
    if (file_of(to)) { errno = ENOTSOCK; return -1; }
    return syscall(SYS_sendfile, to, from, offset, count);
}
ssize_t sendfile64(int to, int from, off64_t *offset, size_t count) { return sendfile(to, from, (off_t *)offset, count); }
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *to_at, size_t length, unsigned flags) {
    if (file_of(to)) { errno = EXDEV; return -1; }
    return syscall(SYS_copy_file_range, from, at, to, to_at, length, flags);
}

/* --- names --- */

static int rename_at(int from_at, const char *from, int to_at, const char *to) {
    char whole[PATH_MAX], other[PATH_MAX], both[2 * PATH_MAX];
    const char *name = ours(from_at, from, whole), *new_name = ours(to_at, to, other);
    int done;
    if (!name || !new_name) return (int)syscall(SYS_renameat2, from_at, from, to_at, to, 0);
    pthread_mutex_lock(&turn);
    done = refused(FOR_WRITING) ? -1 : (int)syscall(SYS_renameat2, from_at, from, to_at, to, 0);
    if (!done) {
        int length = snprintf(both, sizeof both, "%s%c%s", name, 0, new_name);
        note(RENAME, 0, 0, both, length);
    }
    pthread_mutex_unlock(&turn);
    return done;
}

int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int from_at, const char *from, int to_at, const char *to) { return rename_at(from_at, from, to_at, to); }

static int change_name(uint32_t kind, int at, const char *path, long argument) {
    char whole[PATH_MAX];
    const char *name = ours(at, path, whole);
    long number = kind == MKDIR ? SYS_mkdirat : SYS_unlinkat;
    int done;
    if (!name) return (int)syscall(number, at, path, argument);
    pthread_mutex_lock(&turn);
    done = refused(kind == MKDIR ? FOR_WRITING : FOR_READING) ? -1 : (int)syscall(number, at, path, argument);
    if (!done) note(kind, 0, argument, name, strlen(name));
    pthread_mutex_unlock(&turn);
    return done;
}

int unlink(const char *path) { return change_name(UNLINK, AT_FDCWD, path, 0); }
int unlinkat(int at, const char *path, int flags) { return change_name(UNLINK, at, path, flags); }
int rmdir(const char *path) { return change_name(UNLINK, AT_FDCWD, path, AT_REMOVEDIR); }
int mkdir(const char *path, mode_t mode) { return change_name(MKDIR, AT_FDCWD, path, mode); }
int mkdirat(int at, const char *path, mode_t mode) { return change_name(MKDIR, at, path, mode); }

/* --- memory --- */

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static int starves(void) {
    if (!starve_at || ++allocations != starve_at) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return starves() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return starves() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return starves() ? NULL : __libc_realloc(old, size); }
