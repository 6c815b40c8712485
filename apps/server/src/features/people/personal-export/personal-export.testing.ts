import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FileId } from '@attune/contract/common/ids'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from '../../../testing/app.ts'
import { uploadFile } from '../../../testing/files/uploads.ts'
import { unzip } from '../../../testing/files/unzip.ts'
import type { Person } from '../../../testing/people.ts'
import { checkFile } from '../../care/file/check/check.ts'
import { exportsFolder } from '../../../platform/data-folder/exports-folder.ts'
import { makeExport } from './make-export.ts'
import type { ExportKind } from './personal-export.queries.ts'

/** Returns the id of a person's export of a kind; empty if there is none. */
export async function exportIdOf(app: TestApp, { accountId }: Person, kind: ExportKind = 'personal'): Promise<string> {
  const { rows } = await app.privileged.definer.query<{ id: string }>(
    'select id from app.personal_export where account_id = $1 and kind = $2',
    [accountId, kind],
  )
  return rows[0]?.id ?? ''
}

/** Requests the address of an export as a person, or without a login. */
export const fetchExport = (app: TestApp, url: string, person: Person | null) =>
  fetch(app.address + url, { headers: person ? { cookie: person.cookies() } : {} })

/** Returns the paths of everything that is stored of a person's exports, finished or not. */
export function storedOf(app: TestApp, { accountId }: Pick<Person, 'accountId'>): string[] {
  const folder = join(app.config.dataDir, exportsFolder, 'exports', accountId)
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** Starts an export of a person, runs its job, downloads the export, and returns its files by name. */
export async function exportedFiles(app: TestApp, person: Person): Promise<Map<string, Buffer>> {
  await person.api.personalExport.start({})
  await makeExport(app, { accountId: person.accountId, id: await exportIdOf(app, person) }, true)
  const { url } = await person.api.personalExport.download({})
  const answer = await fetchExport(app, url, person)
  if (answer.status !== 200) throw new Error(`the download was refused with ${answer.status}`)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

/** All text of an export: its pages, JSON, scripts and calendars, with the paths of its files. */
export const textOfExport = (files: Map<string, Buffer>): string =>
  [...files]
    .map(([path, bytes]) => (/\.(html|json|js|ics|xml|txt)$/.test(path) ? `${path}\n${String(bytes)}` : path))
    .join('\n')

/** Returns the names of the parts with a JSON file in an export, and the errors of the files that do not match their schemas. */
export function checkSchemas(files: Map<string, Buffer>): { parts: string[]; errors: string[] } {
  const ajv = addFormats.default(new Ajv.default({ allErrors: true, strict: false }))
  const jsonOf = (path: string): unknown => JSON.parse(String(files.get(path)))
  const parts = [...files.keys()].flatMap((path) => /^data\/(?<part>[a-z-]+)\.json$/.exec(path)?.groups?.part ?? [])
  const errors = parts.flatMap((part) => {
    const validate = ajv.compile(jsonOf(`data/${part}.schema.json`) as object)
    validate(jsonOf(`data/${part}.json`))
    return (validate.errors ?? []).map(({ instancePath, message }) => `${part}${instancePath} ${message}`)
  })
  return { parts, errors }
}

/** Uploads a file and runs the job that checks it, because the tests of exports run without jobs. */
export async function uploadChecked(
  app: TestApp,
  person: Person,
  file: Parameters<typeof uploadFile>[2],
): Promise<string> {
  const id = await uploadFile(app, person, file)
  await checkFile(app, { fileId: id as FileId, accountId: person.accountId })
  return id
}
