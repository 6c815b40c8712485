import { maxComparedRows } from '@attune/contract/features/people/client/client.rules'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, createId } from '../../../../../platform/api/api.ts'
import type { ImportLine } from '../import-lines.ts'

/** A line with the name of an existing client. */
export type ImportMatch = { line: ImportLine; kind: 'known' | 'namesake'; otherBirthDate: boolean }

/** Compares the importable lines with the existing clients. Sends only the fields by which a person is recognized. */
export function useImportComparison(lines: readonly ImportLine[]) {
  // The key is an id instead of the lines, because React Query would serialize thousands of lines at each rendering.
  const key = useMemo(() => ({ id: createId(), lines }), [lines])
  return useQuery({
    queryKey: ['import-comparison', key.id],
    queryFn: () => compareLines(key.lines),
    enabled: lines.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  })
}

export type ImportComparison = ReturnType<typeof useImportComparison>

async function compareLines(lines: readonly ImportLine[]): Promise<ImportMatch[]> {
  const found: ImportMatch[] = []
  for (let from = 0; from < lines.length; from += maxComparedRows) {
    const some = lines.slice(from, from + maxComparedRows)
    const rows = some.map(({ client: { firstName, lastName, email, dateOfBirth, phone } }) => ({
      firstName,
      lastName,
      email,
      dateOfBirth,
      phone,
    }))
    const { matches } = await api.client.compareImport({ rows })
    found.push(
      ...matches.flatMap(({ index, ...match }) => {
        const line = some[index]
        return line ? [{ line, ...match }] : []
      }),
    )
  }
  return found
}
