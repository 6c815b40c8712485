// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** These files build requests to the server themselves. */
const transports = [
  'platform/api/api.ts',
  'features/care/file/upload/transfer.ts',
  'native/open-downloads.ts',
  'platform/native/',
  'platform/backend/',
]

/**
 * The places where a server path is allowed: a link, which the native app opens with its own URL (`open-downloads.ts`), and the functions and
 * components that request such a URL. `logo` is the path of an invoice's logo, and `pdfPath` that of a signed form, which
 * a link opens.
 */
const allowed =
  /(?:\bhref=\{?|\bhref: |\bpath=\{(?:logo \?\? )?|\bpath: |\bpdfPath: \((?:id)?\) => |\blogo = |startDownload\(|startSharing\(|socketAddress\()$/

/** Returns the server paths in a source file that a page of the native app could not load, with the code before them. */
const fixedPaths = (source: string) =>
  Array.from(source.matchAll(/['"`]\/(?:api|avatars)\//g), ({ index }) =>
    source.slice(Math.max(0, index - 40), index + 12),
  )
    .filter((found) => !allowed.test(found.slice(0, found.search(/['"`]\/(?:api|avatars)\//))))
    .concat(Array.from(source.matchAll(/url\(['"]?\/(?:api|avatars)\/[^)]*\)/g), ([found]) => found))

test('the search finds a picture by a fixed path, and not a download', () => {
  expect(fixedPaths('<img src={`/api/storage/business-logo/${sha}`} />')).toHaveLength(1)
  expect(fixedPaths('<img src="/avatars/a.png" />')).toHaveLength(1)
  expect(fixedPaths('.logo { background: url(/api/logo) }')).toHaveLength(1)
  expect(fixedPaths('<a href={`/api/form/${id}/pdf`} download />')).toEqual([])
})

test('no page loads a picture or a file by a fixed path, which the native app could not load @slow', () => {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: root }).filter(
    (file) => !/\.test(ing)?\.|^testing\//.test(file) && !transports.some((own) => file.startsWith(own)),
  )
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    fixedPaths(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text.trim()}`),
  )
  expect(found).toEqual([])
})
