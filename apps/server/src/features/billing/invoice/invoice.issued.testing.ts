import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'

/**
 * Inserts an issued invoice or credit note with this snapshot and the next number of the therapist's series. `correctsId` is the invoice that a
 * credit note corrects. Returns its id.
 */
export async function insertIssued(
  app: TestApp,
  {
    therapistId,
    clientId,
    sheet,
    correctsId = null,
  }: { therapistId: string; clientId: string; sheet: InvoiceDocument; correctsId?: string | null },
): Promise<string> {
  const id = randomUUID()
  const year = Number(sheet.issuedOn.slice(0, 4))
  await app.db.asActor({ role: 'therapist', id: therapistId }, async ({ kysely }) => {
    await sql`
      insert into app.invoice (id, therapist_id, client_id, kind, corrects_id, language, currency)
      values (${id}, ${therapistId}, ${clientId}, ${sheet.kind}, ${correctsId}, ${sheet.language}, ${sheet.currency})`.execute(
      kysely,
    )
    for (const [index, line] of sheet.lines.entries())
      await sql`
        insert into app.invoice_line (therapist_id, invoice_id, position, service_on, text, quantity_milli, price_minor, net_minor,
          tax_rate_bp, tax_category, exempt_code, exempt_reason)
        values (${therapistId}, ${id}, ${index + 1}, ${line.serviceOn}, ${line.text}, ${line.quantityMilli}, ${line.priceMinor},
          ${line.netMinor}, ${line.taxRateBp}, ${line.taxCategory}, ${line.exemptCode}, ${line.exemptReason})`.execute(
        kysely,
      )
    const { rows } = await sql<{ last: number }>`
      insert into app.invoice_series as s (therapist_id, year, last) values (${therapistId}, ${year}, 1)
      on conflict (therapist_id, year, series) do update set last = s.last + 1 returning last`.execute(kysely)
    await sql`
      update app.invoice set status = 'issued', year = ${year}, number = ${rows[0]?.last ?? 0}, number_text = ${sheet.number},
        issued_on = ${sheet.issuedOn}, issued_at = ${`${sheet.issuedOn}T09:00:00Z`}, due_on = ${sheet.dueOn}, net_minor = ${sheet.netMinor},
        tax_minor = ${sheet.taxMinor}, gross_minor = ${sheet.grossMinor}, frozen = ${JSON.stringify(sheet)}, command = ${randomUUID()}
      where id = ${id}`.execute(kysely)
  })
  return id
}
