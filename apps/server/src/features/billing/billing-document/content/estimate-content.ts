import type { PrintedContent, PrintedTable } from './content.ts'
import type { EstimateDocument } from './documents.ts'
import { type PageTexts, pageTexts } from './texts.ts'

const right = 'right' as const

/**
 * Returns the printed content of a Good Faith Estimate: client, period, next scheduled session and diagnosis if known, expected services with
 * charges, and the notices that 45 CFR 149.610(c)(1) requires. NPI and tax ID are in the letterhead and above the list.
 */
export function estimateContent(sheet: EstimateDocument): PrintedContent {
  const texts = pageTexts(sheet)
  const { t, day } = texts
  const { birthDate, diagnosis, frequency, nextSessionOn, place } = sheet
  const fact = (label: string, value: string | null) => (value ? [{ label: t(label), value }] : [])
  return {
    title: t('estimate'),
    number: t('estimateVersion', { number: `${sheet.number}` }),
    facts: [
      { label: t('issued'), value: day(sheet.madeOn) },
      { label: t('estimateFrom'), value: day(sheet.periodFrom) },
      { label: t('estimateUntil'), value: day(sheet.periodUntil) },
      ...fact('estimateNextSession', nextSessionOn && day(nextSessionOn)),
      ...fact('birthDate', birthDate && day(birthDate)),
      ...fact('estimateDiagnosis', diagnosis),
      ...fact('place', place),
      ...fact('estimateFrequency', frequency),
    ],
    lead: [t('estimateText', { from: day(sheet.periodFrom), until: day(sheet.periodUntil) })],
    tables: [estimatedServiceTable(sheet, texts)],
    after: [...separateServices(sheet, texts), ...notices(texts)],
    payment: null,
  }
}

function estimatedServiceTable({ lines, totalMinor, seller }: EstimateDocument, { t, money }: PageTexts): PrintedTable {
  const hasCodes = lines.some(({ code }) => code)
  const provider = [seller.name, seller.person === seller.name ? '' : seller.person].filter(Boolean).join(', ')
  return {
    heading: [provider, `NPI ${seller.npi}`, `TIN ${seller.taxId}`].join(' · '),
    columns: [
      ...(hasCodes ? [{ label: t('code') }] : []),
      { label: t('service'), isFlexible: true },
      { label: t('estimateNumber'), align: right },
      { label: t('price'), align: right },
      { label: t('estimateCharge'), align: right },
    ],
    rows: lines.map(({ code, text, quantity, priceMinor, totalMinor: charge }) => ({
      cells: [...(hasCodes ? [code] : []), text, `${quantity}`, money(priceMinor), money(charge)],
    })),
    sums: [{ label: t('estimateTotal'), value: money(totalMinor), isTotal: true }],
  }
}

/** Returns the services that are scheduled separately, with the notice above them. */
function separateServices({ separately, seller }: EstimateDocument, { t }: PageTexts): string[] {
  if (!separately) return []
  const contact = [seller.name, seller.phone, seller.email].filter(Boolean).join(', ')
  return [t('estimateSeparate', { contact }), ...separately.split(/\n+/).filter((line) => line.trim() !== '')]
}

const notices = ({ t }: PageTexts): string[] =>
  ['estimateMore', 'estimateOnly', 'estimateDispute', 'estimateProcess', 'estimateContract', 'estimateKeep'].map(
    (key) => t(key),
  )
