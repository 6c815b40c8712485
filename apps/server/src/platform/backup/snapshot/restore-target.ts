import type pg from 'pg'
import { withConnection } from '../../database/connection.ts'
import { findUse } from '../../database/nodes.ts'
import { StartError } from '../../process/start-error.ts'
import { loadSnapshot, requireEmpty } from './load-snapshot.ts'

/**
 * A schema in the database of a practice's own Postgres that exists while a restore loads the database. Its comment names the restore, so that
 * undoing deletes only objects which this restore created. The first start of a server deletes the schema; from then on the database belongs to the
 * practice.
 */
const markSchema = 'attune_restore'

type TargetMark = { state: 'loading' | 'loaded'; id: string }

async function readMark(db: pg.Client): Promise<TargetMark | null> {
  const { rows } = await db.query<{ mark: string | null }>(
    `select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = $1`,
    [markSchema],
  )
  const [state, id = ''] = rows[0]?.mark?.split(' ') ?? []
  return state === 'loading' || state === 'loaded' ? { state, id } : null
}

const setMark = (db: pg.Client, { state, id }: TargetMark) =>
  db.query(`comment on schema ${markSchema} is ${db.escapeLiteral(`${state} ${id}`)}`)

/** Throws a StartError if a database is not empty or not encoded in UTF8. Changes nothing. */
export async function requireRestorableDatabase(url: string): Promise<void> {
  await requireEmpty(url)
  const { rows } = await withConnection(url, (db) =>
    db.query<{ database: string; encoding: string }>(
      `select quote_ident(datname) as database, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
    ),
  )
  const [found] = rows
  if (found && found.encoding !== 'UTF8')
    throw new StartError(
      `The database ${found.database} stores texts in ${found.encoding}. Nothing was changed. Create one with the encoding UTF8.`,
    )
}

/**
 * Loads the snapshot in an unpacked archive into an empty database, for the restore `id`. Does nothing if this restore has already loaded it, and
 * starts over if it was killed while loading. Throws a StartError if another restore into the database was interrupted, the database is not empty or
 * the snapshot is damaged. In the last case, `emptyRestored` removes the created objects.
 */
export async function loadRestored(url: string, folder: string, id: string): Promise<void> {
  const mark = await withConnection(url, readMark)
  if (mark && mark.id !== id)
    throw new StartError(
      'Another restore into the database that DATABASE_URL names was interrupted. Create an empty database and name it in DATABASE_URL.',
    )
  if (mark?.state === 'loaded') return
  if (mark) await emptyRestored(url, id)
  await requireRestorableDatabase(url)
  await withConnection(url, (db) =>
    db.query(
      `begin; create schema ${markSchema}; comment on schema ${markSchema} is ${db.escapeLiteral(`loading ${id}`)}; commit`,
    ),
  )
  try {
    await loadSnapshot(url, folder, async (db) => void (await setMark(db, { state: 'loaded', id })))
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const { message, cause: deeper } = cause as Error
    throw new StartError(
      `The backup couldn't be loaded into the database: ${(deeper as Error | undefined)?.message ?? message}.`,
      { cause },
    )
  }
}

/**
 * Deletes the objects in the database that the restore `id` created. Changes nothing in a database that this restore has not touched or that a server
 * has used since. Throws a StartError if a server is using the database.
 */
export async function emptyRestored(url: string, id: string): Promise<void> {
  await withConnection(url, async (db) => {
    if ((await readMark(db))?.id !== id) return
    if ((await findUse(db, 'server or backup')).length > 0)
      throw new StartError('Attune is using the database that DATABASE_URL names. Stop it, then try again.')
    const { rows: extensions } = await db.query<{ name: string; owner: string }>(
      `select extname as name, quote_ident(extowner::regrole::text) as owner from pg_extension where extname in ('btree_gin', 'btree_gist')`,
    )
    const dropped = extensions.map(({ name, owner }) => `set local role ${owner}; drop extension ${name}`)
    await db.query(
      `begin; set local role attune_app_definer; drop schema if exists def cascade; set local role attune_owner;
       drop schema if exists app, auth, jobs, meta cascade; ${dropped.join('; ')}; set local role none; drop schema ${markSchema}; commit`,
    )
  })
}

/** Ends the restore `id`. From now on the database belongs to the practice. */
export async function releaseRestored(url: string, id: string): Promise<void> {
  await withConnection(url, async (db) => {
    if ((await readMark(db))?.id === id) await db.query(`drop schema ${markSchema}`)
  })
}

/**
 * Throws a StartError if a restore into the database was interrupted while it was loading. Otherwise removes the mark of the restore, and the server
 * may use the database from now on.
 */
export async function requireNoHalfRestore(url: string): Promise<void> {
  await withConnection(url, async (db) => {
    const mark = await readMark(db)
    if (mark?.state === 'loading')
      throw new StartError(
        'A restore into the database that DATABASE_URL names was interrupted. Finish it with npm run restore -- --finish, or undo it with npm run restore -- --undo.',
      )
    if (mark) await db.query(`drop schema ${markSchema}`)
  })
}
