/** Entries of bank files for tests. */

/** An entry of a CAMT.053 file. `details` replaces the transaction, which otherwise has the payer and the text. */
export type CamtEntry = {
  amount?: string
  currency?: string
  day?: string
  status?: string
  debit?: boolean
  reversal?: boolean
  reference?: string
  endToEnd?: string
  payer?: string
  text?: string
  details?: string
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns the XML of an entry. `nested` selects the newer format, in which status and payer are nested one level deeper. */
const entryXml = (entry: CamtEntry, nested: boolean) => {
  const {
    amount = '95.00',
    currency = 'EUR',
    day = '2026-11-02',
    status = 'BOOK',
    payer = 'Ana Moreau',
    text = '',
  } = entry
  const name = `<Nm>${escaped(payer)}</Nm>`
  const details =
    entry.details ??
    `<TxDtls>${entry.endToEnd ? `<Refs><EndToEndId>${entry.endToEnd}</EndToEndId></Refs>` : ''}<RltdPties><Dbtr>${nested ? `<Pty>${name}</Pty>` : name}</Dbtr></RltdPties><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls>`
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${entry.debit ? 'DBIT' : 'CRDT'}</CdtDbtInd>${
    entry.reversal ? '<RvslInd>true</RvslInd>' : ''
  }<Sts>${nested ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${
    entry.reference ? `<AcctSvcrRef>${entry.reference}</AcctSvcrRef>` : ''
  }<NtryDtls>${details}</NtryDtls></Ntry>`
}

/** Returns a statement in CAMT.053. */
export function camtFile(
  entries: readonly CamtEntry[],
  { version = '02', iban = 'DE89370400440532013000', head = '<?xml version="1.0" encoding="UTF-8"?>' } = {},
): string {
  const body = entries.map((entry) => entryXml(entry, version >= '08')).join('\n')
  return `${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${body}</Stmt></BkToCstmrStmt></Document>`
}
