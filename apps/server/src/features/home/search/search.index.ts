import type { AppContext } from '../../../platform/app-context.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'

/** The number of texts that one transaction adds to the index. Other changes of texts wait for it. */
const batch = 500
/** The time in milliseconds after which a run ends. The next cleanup continues. */
const runMilliseconds = 60_000

/**
 * Builds the index of texts if it is incomplete: after an update that introduces it, after a restore, and after a crash of the database, which
 * empties it. Each part is a separate transaction, so that a run that is killed loses only one part.
 */
export const buildSearchIndex: Cleanup = (context) => buildWhile(context, () => true)

/**
 * Builds the index in the background when the server starts, so that a new installation has it within seconds. The cleanup builds what remains. The
 * returned function ends the run after its current part.
 */
export function startSearchBuild(context: AppContext): () => void {
  let isWanted = true
  buildWhile(context, () => isWanted).catch((error: unknown) => {
    if (isWanted) context.log.warn('the index of the search could not be built', { error })
  })
  return () => {
    isWanted = false
  }
}

async function buildWhile({ db }: Pick<AppContext, 'db'>, isWanted: () => boolean): Promise<void> {
  const end = performance.now() + runMilliseconds
  for (let isBuilt = false; !isBuilt && isWanted() && performance.now() < end;) {
    isBuilt = await db.asActor({ role: 'worker', id: null }, async (tx) => {
      const { rows } = await tx.run<{ done: boolean }>('select def.build_search($1) as done', [batch])
      return rows[0]?.done ?? true
    })
  }
}
