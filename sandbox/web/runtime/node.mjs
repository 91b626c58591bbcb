// node node.mjs RUNTIME compile IN.zip OUT.zip      compiles the sources of a parcel
// node node.mjs RUNTIME facts                       what runs there, as a line of JSON
// node node.mjs RUNTIME verify FILE...              a line of JSON for each recording: its report
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [runtime, what, ...names] = process.argv.slice(2);
const at = (name) => path.join(runtime, name);
const { loadPyodide } = await import(pathToFileURL(at('pyodide.mjs')));
const options = { indexURL: runtime };
const read = (name) => new Uint8Array(fs.readFileSync(name));
const say = (plain) => fs.writeSync(1, JSON.stringify(plain) + '\n');

const COMPILE = `
import compileall, os, pathlib, py_compile, zipfile

os.chdir("/lib/python3.14/site-packages")
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir("sandbox", quiet=1, invalidation_mode=unchecked)
for file in pathlib.Path(".").rglob("*.py"):
    if file.parts[0] != "sandbox":  # whose sources are read for its digest; of others the compiled form is enough
        py_compile.compile(str(file), str(file) + "c", doraise=True, invalidation_mode=unchecked)
        file.unlink()
with zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for folder, inner, files in os.walk("."):
        inner.sort()
        for name in sorted(files):
            entry = zipfile.ZipInfo(os.path.relpath(os.path.join(folder, name), "."))
            entry.compress_type = zipfile.ZIP_DEFLATED
            with open(os.path.join(folder, name), "rb") as file:
                archive.writestr(entry, file.read())
`;

if (what === 'compile') {
  const python = await loadPyodide(options);
  python.unpackArchive(read(names[0]), 'zip', { extractDir: '/lib/python3.14/site-packages' });
  python.runPython(COMPILE);
  fs.writeFileSync(names[1], python.FS.readFile('/out.zip'));
} else {
  const { facts, freshRun, start, verify } = await import(pathToFileURL(at('boot.mjs')));
  const begin = (seed) => start(loadPyodide, options, read(at('core.zip')), seed);
  const python = await begin('0');
  if (what === 'facts') say(facts(python));
  for (const name of what === 'verify' ? names : []) {
    const bytes = read(name);
    const freshRuns = async () => [freshRun(await begin('1'), bytes, name), freshRun(await begin('2'), bytes, name)];
    say({ ...(await verify(python, bytes, name, () => null, freshRuns)), file: name });
  }
}
