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
import ast, importlib.util, json, os, pathlib, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

os.chdir("/lib/python3.14/site-packages")
def compiled(file):
    """Return a module's compiled form without its docstrings, which nothing reads in a tab."""
    source = file.read_bytes()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass(lineno=1, col_offset=0)]
    code = compile(tree, str(file), "exec", dont_inherit=True)
    return _code_to_hash_pyc(code, importlib.util.source_hash(source), False)

listed = pathlib.Path("compiled-only.json")
compiled_only = set(json.loads(listed.read_text()))
listed.unlink()
for file in pathlib.Path(".").rglob("*.py"):
    # The sources of what the digest of the code is made of are read for it; of others the compiled form is enough.
    if file.parts[0] == "sandbox" and file.as_posix() not in compiled_only:
        place = pathlib.Path(importlib.util.cache_from_source(str(file)))
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(compiled(file))
    else:
        file.with_suffix(".pyc").write_bytes(compiled(file))
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
