/* What Pyodide's main module has otherwise than wasi-libc, or beside it. Put before each source file. */
#ifndef PYODIDE_LIBC_H
#define PYODIDE_LIBC_H

#include <errno.h>

int *__errno_location(void);
#undef errno
#define errno (*__errno_location())

int dup(int file);

#endif
