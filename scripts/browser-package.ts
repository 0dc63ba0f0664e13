import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Unpacks the Chromium of the npm package `@sparticuz/chromium` into `folder` and returns the path of a script that starts it. This is the
 * last resort where only a package registry can be reached and the user is not root. The package is for 64-bit Linux servers without a
 * desktop and contains the shared libraries that it needs; the script sets `LD_LIBRARY_PATH` to them.
 */
export async function unpackBrowser(folder: string): Promise<string> {
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked, { recursive: true });
  // The package unpacks its libraries only on AWS Lambda, and always into the folder for temporary files.
  Object.assign(process.env, { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: unpacked });
  const entry = join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js');
  const { default: chromium } = (await import(entry)) as { default: { executablePath: () => Promise<string> } };
  const program = await chromium.executablePath();
  const script = join(folder, 'chromium');
  writeFileSync(script, `#!/bin/sh\nLD_LIBRARY_PATH="${unpacked}/al2023/lib" exec "${program}" "$@"\n`);
  chmodSync(script, 0o755);
  return script;
}
