/* Values of a thread's own, as far as cffi and Python's headers name them. Pyodide's main module has the functions, for
   its one thread; wasi-libc has none. */
#ifndef _PTHREAD_H
#define _PTHREAD_H

typedef unsigned pthread_key_t;

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

#endif
