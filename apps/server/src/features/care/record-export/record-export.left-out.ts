import { recordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import { isHandedOver, type ExportedRecord } from './record-export.head.ts'
import { textsOf } from './record-export.texts.ts'

export const leftOutFile = 'NOT-INCLUDED.txt'

/** Returns the text that lists the data that an export leaves out, in the therapist's language. It contains no name of another person. */
export function leftOutText(record: ExportedRecord): string {
  const { t, moment } = textsOf(record)
  const head = [t('leftOut.title'), t('title', { name: record.name }), t('made', { when: moment(record.madeAt) })]
  return `${[...head, '', ...listLines(leftOutLines(record))].join('\n')}\n`
}

/** Returns the text for a record beside its FHIR bundle, which leaves out more. */
export function leftOutOfBoth(record: ExportedRecord, bundled: ExportedRecord): string {
  const lines = leftOutLines(record)
  const more = leftOutLines(bundled).filter((line) => !lines.includes(line))
  const head = textsOf(record).t('leftOut.bundle')
  return `${leftOutText(record)}\n${[head, '', ...listLines(more)].join('\n')}\n`
}

const listLines = (lines: readonly string[]) => lines.map((line) => `- ${line}`)

function leftOutLines(record: ExportedRecord): string[] {
  const { t, day } = textsOf(record)
  const { parts, from, until } = record.order
  const period =
    from || until
      ? [t('leftOut.period', { from: from ? day(from) : t('beginning'), until: until ? day(until) : t('today') })]
      : []
  return [
    ...recordParts
      .filter((part) => !parts.includes(part) && part !== 'private-notes')
      .map((part) => t('leftOut.part', { part: t(`part.${part}`) })),
    ...period,
    ...leftOutKeys(record).map((key) => t(`leftOut.${key}`, { name: record.firstName })),
  ]
}

/** Returns the keys of the texts about the data of the chosen parts that the format and the order leave out. */
function leftOutKeys(record: ExportedRecord): string[] {
  const { parts, withShared, keptNames, withGuardianAddresses } = record.order
  const isBundle = isHandedOver(record)
  const has = (...some: (typeof parts)[number][]) => some.some((part) => parts.includes(part))
  const wanted: [string, boolean][] = [
    ['othersParts', has('notes')],
    ['shared', has('notes') && (isBundle || !withShared)],
    ['sharedTexts', isBundle && has('sessions')],
    ['names', has('notes', 'sessions', 'private-notes') && (isBundle || keptNames !== 'all')],
    ['otherContacts', isBundle && has('record')],
    ['privateNotes', isBundle || !has('private-notes')],
    ['guardianAddresses', has('record') && !withGuardianAddresses],
    ['guardianInvoices', !isBundle && has('invoices') && !withGuardianAddresses],
    ['recordFacts', isBundle && has('record')],
    ['notHeld', isBundle && has('sessions')],
    ['unanswered', isBundle && has('forms')],
    ['payers', isBundle && has('invoices')],
    ['invoiceFiles', isBundle && has('invoices')],
    ['copies', isBundle && has('record', 'notes', 'forms')],
    ['notShared', true],
    ['deleted', true],
    [
      'asWritten',
      isBundle && has('plan', 'forms', 'tasks', 'journal', 'messages', 'guardian-messages', 'documents', 'custody'),
    ],
  ]
  return wanted.flatMap(([key, isLeftOut]) => (isLeftOut ? [key] : []))
}
