import { isDay } from '@attune/contract/common/time/time'
import { maxInvoiceMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import {
  BankFileError,
  entryKeys,
  ownReference,
  type EntryFacts,
  type EntryKind,
  type KeyedEntry,
  type ReadFile,
} from '../bank/entry.ts'
import { bankAmount } from './values.ts'

/** The namespace of every version of CAMT.053. */
const camt053 = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/

/** No real statement has deeper elements or more attributes. Without these limits, a malicious file takes minutes to read. */
const limits = { depth: 60, attributes: 60 }

/** An element of an entry, with its local name. */
type Element = { name: string; text: string; currency: string; children: Element[] }

const all = (element: Element, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    )
const textOf = (element: Element, ...paths: string[]): string =>
  paths.map((path) => all(element, path)[0]?.text.trim() ?? '').find(Boolean) ?? ''

/** The entries of a statement, also outgoing ones. Outgoing entries without a reference are only counted in `left`. */
export type Statement = { entries: KeyedEntry[]; left: ReadFile['left'] }

/** Parses the entries of a CAMT.053 statement. Throws a BankFileError if the XML is another document or damaged. */
export function readCamt(xml: string): Statement {
  const left = { pending: 0, outgoing: 0, unreadable: 0 }
  const entries: KeyedEntry[] = []
  const withKey = entryKeys()
  forEachEntry(xml, (entry, { account, statement }) => {
    const status = textOf(entry, 'Sts/Cd') || textOf(entry, 'Sts')
    if (status !== 'BOOK') return void left.pending++
    for (const facts of payments(entry, account)) {
      if (facts === 'outgoing' || facts === 'unreadable') left[facts]++
      else entries.push(withKey(facts, statement))
    }
  })
  return { entries, left }
}

/**
 * Calls `onEntry` with each entry, its account, and the index of its statement in the file. Keeps only one entry in memory. Ignores elements of
 * other namespaces.
 */
function forEachEntry(
  xml: string,
  onEntry: (entry: Element, of: { account: string; statement: number }) => void,
): void {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const path: string[] = []
  const open: Element[] = []
  let of = { account: '', statement: 0 }
  let namespace = ''
  parser.on('doctype', () => {
    throw new BankFileError('DOCTYPE')
  })
  parser.on('error', () => {
    throw new BankFileError('DAMAGED')
  })
  let attributeCount = 0
  parser.on('attribute', () => {
    if (++attributeCount > limits.attributes) throw new BankFileError('DAMAGED')
  })
  parser.on('opentag', ({ local, uri, attributes }: SaxesTagNS) => {
    attributeCount = 0
    if (path.length > limits.depth) throw new BankFileError('DAMAGED')
    if (path.length === 0) namespace = uri
    if (!camt053.test(namespace)) throw new BankFileError('OTHER_FORMAT')
    const name = uri === namespace ? local : ''
    path.push(name)
    if (name === 'Stmt') of = { account: '', statement: of.statement + 1 }
    if (open.length === 0 && (name !== 'Ntry' || path.at(-2) !== 'Stmt')) return
    const element = { name, text: '', currency: attributes.Ccy?.value ?? '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const onText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
    else if (isAccountNumber(path)) of.account += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    path.pop()
    const element = open.pop()
    if (!element || open.length > 0) return
    onEntry(element, of)
  })
  parser.write(xml).close()
}

const isAccountNumber = (path: readonly string[]) =>
  /^Document\/BkToCstmrStmt\/Stmt\/Acct\/Id\/(IBAN|Othr\/Id)$/.test(path.join('/'))

/**
 * Returns the payments of a booked entry: one per transaction of a batch if each has an amount in the currency of the entry; otherwise the entry
 * itself.
 */
function payments(entry: Element, account: string): (EntryFacts | 'outgoing' | 'unreadable')[] {
  const details = all(entry, 'NtryDtls/TxDtls')
  const amounts = details.map((detail) => amountOf(detail, entry))
  const isBatch = details.length > 1 && amounts.every(Boolean)
  if (!isBatch) return [payment(entry, details[0] ?? entry, { account, amount: textOf(entry, 'Amt'), index: 0 })]
  return details.map((detail, index) => payment(entry, detail, { account, amount: amounts[index] ?? '', index }))
}

/** Returns the amount of a transaction in the currency of its entry; empty if it has none. */
function amountOf(detail: Element, entry: Element): string {
  const currency = all(entry, 'Amt')[0]?.currency
  const own = [...all(detail, 'Amt'), ...all(detail, 'AmtDtls/TxAmt/Amt')].find(
    (amount) => amount.currency === currency,
  )
  return own?.text.trim() ?? ''
}

function payment(
  entry: Element,
  detail: Element,
  { account, amount, index }: { account: string; amount: string; index: number },
): EntryFacts | 'outgoing' | 'unreadable' {
  const currency = all(entry, 'Amt')[0]?.currency ?? ''
  const isCredit = (textOf(detail, 'CdtDbtInd') || textOf(entry, 'CdtDbtInd')) === 'CRDT'
  const references = [textOf(entry, 'AcctSvcrRef'), textOf(detail, 'Refs/AcctSvcrRef'), textOf(detail, 'Refs/TxId')]
  const reference = references.map(ownReference).find(Boolean) ?? ''
  const endToEnd = ownReference(textOf(detail, 'Refs/EndToEndId'))
  const kind = kindOf(entry, detail, isCredit)
  if (kind === 'outgoing' && !reference && !endToEnd) return 'outgoing'
  const day = textOf(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10)
  const minor = /^\d{1,18}(\.\d{1,17})?$/.test(amount) ? bankAmount(amount, currency, 'point') : null
  if (!isDay(day) || minor === null || minor === 0n || minor > maxInvoiceMinor)
    return kind === 'outgoing' ? kind : 'unreadable'
  return {
    kind,
    account,
    reference: reference && `${reference} ${index}`,
    endToEnd,
    day,
    amountMinor: String(isCredit ? minor : -minor),
    currency,
    payer: payerOf(detail),
    text: remittance(entry, detail),
  }
}

/** Returns the kind of an entry. A returned transfer counts as a reversal. */
function kindOf(entry: Element, detail: Element, isCredit: boolean): EntryKind {
  if (/^(true|1)$/.test(textOf(entry, 'RvslInd')) || all(detail, 'RtrInf').length > 0) return 'reversal'
  return isCredit ? 'payment' : 'outgoing'
}

const payerOf = (detail: Element): string =>
  textOf(detail, 'RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm', 'RltdPties/UltmtDbtr/Nm', 'RltdPties/UltmtDbtr/Pty/Nm')

/** Returns the remittance text of the payer. Banks split it into several elements, even within a word or number. */
function remittance(entry: Element, detail: Element): string {
  const parts = [
    ...all(detail, 'RmtInf/Ustrd'),
    ...all(detail, 'RmtInf/Strd/CdtrRefInf/Ref'),
    ...all(detail, 'RmtInf/Strd/RfrdDocInf/Nb'),
    ...all(detail, 'RmtInf/Strd/AddtlRmtInf'),
  ].map(({ text }) => text.trim())
  const written = parts.filter(Boolean).join(' ') || textOf(detail, 'AddtlTxInf') || textOf(entry, 'AddtlNtryInf')
  const endToEnd = ownReference(textOf(detail, 'Refs/EndToEndId'))
  return written.includes(endToEnd) ? written : `${written} ${endToEnd}`.trim()
}
