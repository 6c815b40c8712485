import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { LazyCreditOfDraft } from '../../payment/payment.ts'
import type { DraftFieldsProps } from './fields.ts'
import classes from './DraftEditor.module.css'

/** Shows the payer of the invoice with the address, and links to the page where payers are edited. */
export function PayerCard(props: DraftFieldsProps) {
  const { payer, clientId, sheet } = props.invoice
  const { t } = useTranslation('invoiceDraft')
  const { street, postalCode, city, region, reference } = sheet.buyer
  const address = [street, [postalCode, city].filter(Boolean).join(' '), region].filter(Boolean).join('\n')
  return (
    <Section
      title={t('payer.title')}
      action={
        <TextLink to="/dashboard/therapist/clients/$clientId/client-profile" params={{ clientId }}>
          {t('payer.change')}
        </TextLink>
      }
    >
      <PayerChoice {...props} />
      <div className={classes.address}>{address || t('payer.noAddress')}</div>
      {reference && <Text size="sm">{t('payer.reference', { id: reference })}</Text>}
      <LazyCreditOfDraft invoice={props.invoice} />
      {!payer.agreed && <Callout kind="warning">{t('payer.notAgreed', { name: payer.name })}</Callout>}
    </Section>
  )
}

/** Offers the payer of the draft, the current payer of the client, and the client. If these are the same, shows only the name. */
function PayerChoice({ invoice: { payer, clientId, clientName }, content, onChange }: DraftFieldsProps) {
  const { t } = useTranslation('invoiceDraft')
  const current = useQuery(orpc.payer.get.queryOptions({ input: { id: clientId } })).data?.payer
  const isSame = current?.kind === 'client' && payer.kind === 'client'
  const known = current && !isSame ? [payer, current] : [payer]
  const offered = [...known, ...(known.some(({ kind }) => kind === 'client') ? [] : [{ id: null, name: clientName }])]
  const options = new Map(offered.map(({ id, name }) => [id ?? '', name]))
  if (options.size === 1) return <Text fw={550}>{payer.name}</Text>
  return (
    <NativeSelect
      aria-label={t('payer.select')}
      maw={360}
      mb={6}
      value={content.payerId ?? ''}
      onChange={(event) => onChange({ payerId: event.currentTarget.value || null })}
      data={[...options].map(([value, label]) => ({ value, label }))}
    />
  )
}
