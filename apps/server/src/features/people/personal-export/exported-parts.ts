import { personalExportParts } from '@attune/contract/features/people/personal-export/personal-export.rules'
import { z } from 'zod'
import type { AppContext } from '../../../platform/app-context.ts'
import type { ExportContribution, ExportedPart } from '../../../platform/personal-export/exported-part.ts'

/** The parts of a person's export, in the order of their pages. Contributions to the same part follow each other on its page. */
export function partsFor(
  { exportContributions }: Pick<AppContext, 'exportContributions'>,
  role: ExportedPart['roles'][number],
): ExportedPart[] {
  const inOrder = exportContributions.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
  return personalExportParts.flatMap((name) => {
    const of = inOrder.filter((each) => each.name === name && each.roles.includes(role))
    return of.length > 0 ? [joinParts(of)] : []
  })
}

function joinParts(joined: readonly ExportContribution[]): ExportedPart {
  const parts = joined.filter((each) => 'pages' in each)
  const [first, ...others] = parts
  if (!first) throw new Error('a part of an export has no items')
  return {
    name: first.name,
    roles: first.roles,
    schema: others.length > 0 ? z.union(parts.map(({ schema }) => schema)) : first.schema,
    async *pages(app, person) {
      for (const part of parts) yield* part.pages(app, person)
    },
    async files(app, person) {
      const files = await Promise.all(joined.flatMap((each) => each.files?.(app, person) ?? []))
      return files.flat()
    },
  }
}
