import type { Entry } from './policy.ts'

/** Who may call what, a procedure in a line: the file of it shows each right that a change gives or takes. */
export function callersOf(policies: Record<string, object>): string {
  const lines = Object.entries(policies).flatMap(([room, entries]) =>
    Object.entries(entries as Record<string, Entry>).map(([name, entry]) => `${room}.${name}: ${wordsOf(entry)}`),
  )
  return `${lines.toSorted().join('\n')}\n`
}

function wordsOf({ who, strength, reach, foreign, opens, audited }: Entry): string {
  return [
    who.toSorted().join(', '),
    ...(strength === 'any' ? ['without the second factor'] : []),
    ...Object.entries(reach ?? {}).map(([role, whose]) => `${role} reaches ${whose.join(', ') || 'nothing'}`),
    ...(foreign === 'empty' ? ['empty where out of reach'] : []),
    ...(opens ? [`opens ${opens.thing}`] : []),
    ...(audited ? [`audited as ${audited.action}`] : []),
  ].join('; ')
}
