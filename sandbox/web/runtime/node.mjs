// node node.mjs RUNTIME compile IN.zip OUT.zip      compiles the sources of a parcel
// node node.mjs RUNTIME library IN.zip OUT.zip      compiles those modules of the standard library that the core loads
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

// Compiled modules start in half the time; the archives are stored, as a server compresses them better than part by part.
const COMPILED = `
import ast, importlib.util, json, os, pathlib, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def compiled(source, name):
    """Return a module's compiled form without its docstrings, which nothing reads in a tab."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass(lineno=1, col_offset=0)]
    code = compile(tree, name, "exec", dont_inherit=True)
    return _code_to_hash_pyc(code, importlib.util.source_hash(source), False)
`;

const CORE = `
os.chdir("/lib/python3.14/site-packages")
listed = pathlib.Path("compiled-only.json")
compiled_only = set(json.loads(listed.read_text()))
listed.unlink()
for file in pathlib.Path(".").rglob("*.py"):
    form = compiled(file.read_bytes(), str(file))
    # The sources of what the digest of the code is made of are read for it; of others the compiled form is enough.
    if file.parts[0] == "sandbox" and file.as_posix() not in compiled_only:
        place = pathlib.Path(importlib.util.cache_from_source(str(file)))
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(form)
    else:
        file.with_suffix(".pyc").write_bytes(form)
        file.unlink()
with zipfile.ZipFile("/out.zip", "w") as archive:
    for folder, inner, files in os.walk("."):
        inner.sort()
        for name in sorted(files):
            entry = zipfile.ZipInfo(os.path.relpath(os.path.join(folder, name), "."))
            with open(os.path.join(folder, name), "rb") as file:
                archive.writestr(entry, file.read())
`;

const LIBRARY = `
import sandbox.web.tab.live, sandbox.web.tab.verdict

with zipfile.ZipFile("/in.zip") as sources, zipfile.ZipFile("/out.zip", "w") as archive:
    for name in sorted(sources.namelist()):
        content = sources.read(name)
        module = name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        if name.endswith(".py") and module in sys.modules:
            name, content = f"{name}c", compiled(content, f"/lib/python314.zip/{name}")
        archive.writestr(zipfile.ZipInfo(name), content)
`;

if (what === 'compile') {
  const python = await loadPyodide(options);
  python.unpackArchive(read(names[0]), 'zip', { extractDir: '/lib/python3.14/site-packages' });
  python.runPython(COMPILED + CORE);
  fs.writeFileSync(names[1], python.FS.readFile('/out.zip'));
} else {
  const { facts, freshRun, start, verify } = await import(pathToFileURL(at('boot.mjs')));
  const begin = (seed) => start(loadPyodide, options, read(at('core.zip')), seed);
  const python = await begin('0');
  if (what === 'facts') say(facts(python));
  if (what === 'library') {
    python.FS.writeFile('/in.zip', read(names[0]));
    python.runPython(COMPILED + LIBRARY);
    fs.writeFileSync(names[1], python.FS.readFile('/out.zip'));
  }
  for (const name of what === 'verify' ? names : []) {
    const bytes = read(name);
    const freshRuns = async () => [freshRun(await begin('1'), bytes, name), freshRun(await begin('2'), bytes, name)];
    say({ ...(await verify(python, bytes, name, () => null, freshRuns)), file: name });
  }
}
