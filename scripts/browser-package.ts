import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The last way to a browser, where nothing but a package registry is reached and nobody is root: a Chromium for 64-bit Linux that comes in the npm package
 * `@sparticuz/chromium`, made for servers without a desktop and so with the libraries it needs. It is unpacked into `folder`; a small script in front of it
 * shows it those libraries. Answers with that script's path.
 */
export async function unpackBrowser(folder: string): Promise<string> {
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked, { recursive: true });
  // The package unpacks its libraries only where it believes to be at home, and always into the folder for temporary files.
  Object.assign(process.env, { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: unpacked });
  const entry = join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js');
  const { default: chromium } = (await import(entry)) as { default: { executablePath: () => Promise<string> } };
  const program = await chromium.executablePath();
  const script = join(folder, 'chromium');
  writeFileSync(script, `#!/bin/sh\nLD_LIBRARY_PATH="${unpacked}/al2023/lib" exec "${program}" "$@"\n`);
  chmodSync(script, 0o755);
  return script;
}
