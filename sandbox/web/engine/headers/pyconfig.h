/* What CPython's configure finds out about Pyodide's machine, as far as extension modules ask for it: WebAssembly with
   addresses of four bytes, one thread, and a C library that is musl's. */
#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#define SIZEOF__BOOL 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 4
#define SIZEOF_SIZE_T 4
#define SIZEOF_UINTPTR_T 4
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_LONG_DOUBLE 16
#define SIZEOF_WCHAR_T 4
#define SIZEOF_PID_T 4
#define SIZEOF_TIME_T 8
#define SIZEOF_OFF_T 8
#define SIZEOF_FPOS_T 16
#define SIZEOF_PTHREAD_T 4
#define SIZEOF_PTHREAD_KEY_T 4
#define ALIGNOF_LONG 4
#define ALIGNOF_SIZE_T 4
#define ALIGNOF_MAX_ALIGN_T 16
#define DOUBLE_IS_LITTLE_ENDIAN_IEEE754 1

#define STDC_HEADERS 1
#define HAVE_STDINT_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_UNISTD_H 1
#define HAVE_WCHAR_H 1
#define HAVE_ALLOCA_H 1
#define HAVE_SSIZE_T 1
#define HAVE_PROTOTYPES 1
#define HAVE_STD_ATOMIC 1
#define HAVE_BUILTIN_ATOMIC 1
#define HAVE_DYNAMIC_LOADING 1
#define HAVE_PTHREAD_H 1
#define WITH_DOC_STRINGS 1
#define _GNU_SOURCE 1
#define _POSIX_THREADS 1

#endif
