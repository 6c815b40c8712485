import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { randomUUID } from 'node:crypto'
import { makeInvoiceDocuments } from '../../apps/server/src/features/billing/invoice/documents/documents.ts'
import type { ApiClient } from '../../apps/server/src/testing/browser.ts'
import { event, type Life } from './life.ts'
import { type DemoEvent, memberOf, therapistOf, type World } from './world.ts'

/** The times at which sessions were billed, in working days before today. Each bill includes all unbilled sessions so far. */
const billedAgo = [205, 165, 125, 84, 62, 41, 22]
/** The clients whose latest invoice is overdue, with or without a reminder. */
const unpaid: Record<string, 'overdue' | 'reminded'> = { grief: 'reminded', ocd: 'overdue', teen: 'overdue' }

/** Returns the events of a client's invoices: about one per month, each paid after some days. For some clients, the latest invoice is not due yet. */
export function moneyEvents(life: Life): DemoEvent[] {
  const { key, sessions, calendar, member } = life
  const [first] = sessions
  if (!first || key === 'coupleA' || key === 'student') return []
  const issued: { id: string; minor: string; currency: string }[] = []
  const ends = [...billedAgo, ...(['burnout', 'panic'].includes(key) ? [3] : [])]
  return ends.flatMap((ago, place): DemoEvent[] => {
    const day = calendar.workdayAgo(ago)
    if (calendar.at(day, '0:00') <= first.endsAt) return []
    const billed = event(
      life,
      'practice',
      calendar.at(day, `18:${20 + (Number(member.phone) % 30)}`),
      async (world) => {
        issued[place] = (await bill(world, life)) ?? { id: '', minor: '0', currency: '' }
      },
    )
    const kept = unpaid[key]
    if (ago === 3 || (kept && ago === 22)) {
      const reminded = event(life, 'practice', calendar.at(calendar.workdayAgo(4), '12:45'), async (world) => {
        const { id } = issued[place] ?? {}
        if (id) await therapistOf(world, member.therapist).api.payment.remind({ invoiceId: id, step: 1 })
      })
      return kept === 'reminded' && ago === 22 ? [billed, reminded] : [billed]
    }
    const paid = event(
      life,
      'practice',
      calendar.at(calendar.workdayAgo(Math.max(1, ago - 8)), `12:${10 + (Number(member.phone) % 40)}`),
      (world) => pay(world, life, issued[place]),
    )
    return [billed, paid]
  })
}

async function bill(world: World, { key, member }: Life) {
  const { api, id: therapistId } = therapistOf(world, member.therapist)
  const { items } = await api.invoice.toBill({ clientId: memberOf(world, key).id })
  if (items.length === 0) return null
  const { ids } = await api.invoice.draftSessions({
    command: randomUUID(),
    items: items.map(({ sessionId, clientId }) => ({ sessionId, clientId })),
  })
  const [id = ''] = ids
  const draft = await api.invoice.get({ id })
  if (draft.lines.some(({ priceMinor }) => priceMinor === null)) await priceLines(world, api, draft)
  const { sheet, openMinor } = await api.invoice.issue({ id, command: randomUUID() })
  await makeInvoiceDocuments(world.app, { invoiceId: id, therapistId })
  return { id, minor: openMinor, currency: sheet.currency }
}

/** Gives the text and the price of a usual session to lines that lack them, because no service is for video sessions. Saves the draft. */
async function priceLines({ texts: { practice, services } }: World, api: ApiClient, draft: InvoiceView): Promise<void> {
  const { id, version, language, note, reference, showDiagnosis, diagnosis, payer } = draft
  const lines = draft.lines.map((line) => ({
    serviceOn: line.serviceOn,
    serviceTime: line.serviceTime,
    minutes: line.minutes,
    code: line.code,
    text: line.text || services[0],
    factorMilli: line.factorMilli,
    factorReason: line.factorReason,
    place: line.place,
    quantityMilli: line.quantityMilli,
    priceMinor: line.priceMinor ?? String(practice.prices[0]),
    taxRateBp: line.taxRateBp,
    sessionId: line.sessionId,
  }))
  await api.invoice.saveDraft({
    id,
    version,
    language,
    note,
    reference,
    showDiagnosis,
    diagnosis,
    payerId: payer.id,
    lines,
  })
}

async function pay(
  world: World,
  { member, key }: Life,
  invoice: { id: string; minor: string; currency: string } | undefined,
) {
  if (!invoice?.id) return
  await therapistOf(world, member.therapist).api.payment.record({
    id: randomUUID(),
    invoiceId: invoice.id,
    amountMinor: invoice.minor,
    currency: invoice.currency,
    paidOn: world.clock.now().toISOString().slice(0, 10),
    method: key === 'pain' ? 'credit-card' : 'bank-transfer',
    reference: '',
  })
}
