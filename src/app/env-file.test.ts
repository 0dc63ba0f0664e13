import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from './settings.ts';
import { cleanEnv, root } from '../../test/support/environment.ts';

const cutText = (name: string) =>
  `${name}: .env has a # in this value, and what follows it is ignored; put quotation marks around the whole value`;

describe('.env', () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'founder-house-settings-'));
    for (const file of [
      'src/app/settings.ts',
      'src/app/env-file.ts',
      'src/app/setting-formats.ts',
      'src/content/editor-messages.ts',
      'src/content/schema-path.ts',
      'src/content/visible-text.ts',
      'src/database/postgres/server-urls.ts',
      'src/mail/mailbox.ts',
      'package.json',
    ])
      cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** Returns the settings that a process reads with this environment and this `.env` in the repository's folder. */
  const settingsWith = (file: string | Buffer, env: Record<string, string> = {}) => read('readSettings', file, env) as string | Settings;

  /** Returns what a function of the module returns in such a process. */
  function read(name: 'readSettings' | 'listSettingsWarnings', file: string | Buffer, env: Record<string, string> = {}): unknown {
    writeFileSync(join(copy, '.env'), file);
    const program = `import { ${name} } from './src/app/settings.ts'; console.log(JSON.stringify(${name}(process.env)))`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: copy,
      env: cleanEnv(env),
      encoding: 'utf8',
    });
    return stderr || JSON.parse(stdout);
  }

  it('sets what is missing or empty in the environment', () => {
    expect(settingsWith('# Ours\nPORT=5000\nSITE_URL="https://a.example"\n', { PORT: '6000', SITE_URL: '' })).toMatchObject({
      port: 6000,
      siteUrl: 'https://a.example',
      dataDir: join(copy, 'data'),
    });
  });

  it('may begin with a byte order mark, as some editors write it', () => {
    expect(settingsWith('\uFEFFPORT=5000\n')).toMatchObject({ port: 5000 });
  });

  it('may be UTF-16, as PowerShell writes it', () => {
    expect(settingsWith(Buffer.from('\uFEFFPORT=5000\r\nHOST=::1\r\n', 'utf16le'))).toMatchObject({ port: 5000, host: '::1' });
  });

  it('is reported, without the value, where a # without quotation marks cuts a value', () => {
    expect(read('listSettingsWarnings', 'SMTP_URL=smtps://ada:pass#word@mail.example\n  export SECRET =#rest\n')).toEqual(
      ['SECRET', 'SMTP_URL'].map(cutText),
    );
    expect(read('listSettingsWarnings', 'SECRET=a+b#c\n')).toEqual([cutText('SECRET')]);
    expect(read('listSettingsWarnings', 'SECRET=a#b\n', { SECRET: 'of the environment' })).toEqual([]);
    expect(
      read(
        'listSettingsWarnings',
        `SECRET="a#b"\nSMTP_URL='smtp://a#b'\nPORT=5000 # ours\nHOST= # ours\nDATA_DIR= #ours\n# SITE_URL=a#b\nOTHER=a#b\n`,
      ),
    ).toEqual([]);
  });

  it('is reported where a name is nearly that of a setting', () => {
    expect(read('listSettingsWarnings', 'SMPT_URL=smtp://a\nRETENTION_DAY=30\nPOSTGRES_PASSWORD=a\nDOMAIN=a\nPORT=5000\n')).toEqual(
      [
        ['RETENTION_DAY', 'RETENTION_DAYS'],
        ['SMPT_URL', 'SMTP_URL'],
      ].map(([written, name]) => `${written}: .env has this name, which is not a setting; if you mean ${name}, correct the name`),
    );
  });

  it('is reported, without the text, where a line has no =', () => {
    const lines = [
      '# Ours',
      'PORT 5000',
      '',
      '  # SITE_URL',
      `SECRET="first`,
      'second',
      '  third"',
      'SITE_URL: https://a.example',
      '#"',
      'HOST',
    ];
    const warnings = [2, 8, 10].map(
      (line) => `.env, line ${line}: it has no = and is ignored; write NAME=value, or begin the line with # if it is a comment`,
    );
    for (const end of ['\n', '\r\n']) expect(read('listSettingsWarnings', lines.join(end) + end)).toEqual(warnings);
    expect(read('listSettingsWarnings', "SECRET='a\nb' # ours\nSMTP_URL = `smtp://a\n`\n")).toEqual([]);
  });

  it('is validated like the environment', () => {
    expect(settingsWith('PORT=x\n')).toContain('PORT: write a number from 1 to 65535; it is "x"');
    expect(settingsWith('MAIL_FROM="Ada, Inc." <ada@a.example>\n')).toContain('never around the name alone; it is "Ada, Inc."');
    expect(settingsWith(`MAIL_FROM='"Ada #1" <ada@a.example>'\n`)).toMatchObject({
      mailFrom: { name: 'Ada #1', address: 'ada@a.example' },
    });
  });
});
