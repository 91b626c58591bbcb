/* What ffi.h asks of each machine, for WebAssembly with addresses of four bytes. The functions are in Pyodide's main
   module; the types and numbers have to be those of libffi's own header for this machine. */
#ifndef LIBFFI_TARGET_H
#define LIBFFI_TARGET_H

typedef unsigned long ffi_arg;
typedef signed long ffi_sarg;

typedef enum ffi_abi {
    FFI_FIRST_ABI = 0,
    FFI_WASM32 = 1,
    FFI_WASM32_EMSCRIPTEN = 2,
    FFI_LAST_ABI = 3,
    FFI_DEFAULT_ABI = FFI_WASM32_EMSCRIPTEN
} ffi_abi;

#define FFI_CLOSURES 1
#define FFI_TRAMPOLINE_SIZE 4
#define FFI_TARGET_SPECIFIC_VARIADIC 1
#define FFI_EXTRA_CIF_FIELDS unsigned int nfixedargs

#endif
