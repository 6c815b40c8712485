import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import type { MissingScript } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { MissingFields } from '../../../../ui/editor/MissingFields.tsx'
import { elementOf } from './values.ts'

type Props = { missing: readonly MissingField[]; invoice: InvoiceView; within: RefObject<HTMLElement | null> }

/** Lists the fields that are missing before a draft can be issued, each with a button or link that leads to it. */
export function MissingInvoiceFields({ missing, invoice: { clientId }, within }: Props) {
  const { t } = useTranslation('invoiceDraft')
  return (
    <MissingFields title={t('missing.title')} missing={missing} fieldOf={elementOf} within={within}>
      {(one) => <MissingFieldName of={one} clientId={clientId} />}
    </MissingFields>
  )
}

type NameProps = {
  of: MissingField
  clientId: ClientId
  /** The draft that a missing field of the draft itself links to. Without it, such a field is shown without a link. */
  draftId?: InvoiceId
}

/** The name of a missing field, with a link to the page on which it is entered. */
export function MissingFieldName({ of: one, clientId, draftId }: NameProps) {
  const { t } = useTranslation(['invoiceDraft', 'payer'])
  const [, script] = (/^script\.(.*)$/.exec(one.field) as [string, MissingScript] | null) ?? []
  const name = script
    ? t(`missing.script.${one.of}`, { letters: t(`payer:letters.${script}`) })
    : t([`missing.fields.${one.of}.${one.field}`, `missing.fields.${one.of}.other`])
  const text = one.position === null ? name : t('missing.inLine', { number: one.position, name })
  if (one.of === 'business')
    return (
      <Link to="/dashboard/$userType/settings/$subject" params={{ userType: 'therapist', subject: 'business' }}>
        {text}
      </Link>
    )
  if (one.of === 'payer')
    return (
      <Link to="/dashboard/therapist/clients/$clientId/client-profile" params={{ clientId }}>
        {text}
      </Link>
    )
  if (!draftId) return text
  return (
    <Link to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId: draftId }}>
      {text}
    </Link>
  )
}
