import type { Client } from '@attune/contract/features/people/client/client'
import { taxIdNameOf } from '@attune/contract/features/billing/invoice/law/invoice.tax-id.rules'
import type { ClientBilling, Payer } from '@attune/contract/features/billing/payer/payer'
import { printsDiagnosis } from '@attune/contract/features/billing/payer/payer.rules'
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { countryName } from '../../../ui/choice/country-name.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { DefinitionList, Section } from '../../../ui/page/Section.tsx'
import { AgreedPrices } from '../service/service.ts'
import { PayerAgreementStatus } from './PayerAgreementStatus.tsx'
import classes from './payer.module.css'
import { PayerSplits } from './PayerSplits.tsx'
import { useClientBilling } from './use-payer.ts'

// The page on which a client agrees to a payer shares this module and does not need the code of payments.
const StatementButton = lazyNamed(
  () => import('../payment/payment.ts'),
  'StatementButton',
  <Skeleton height={30} width={180} />,
)
const ClientSuperbills = lazyNamed(
  () => import('../superbill/superbill.ts'),
  'ClientSuperbills',
  <Skeleton height={30} width={180} />,
)
const PayerDialog = lazyNamed(() => import('./PayerDialog.tsx'), 'PayerDialog')

type Props = { client: Pick<Client, 'id' | 'firstName'> }

/** Shows the payer of a client, with the client's agreement, the shares of joint sessions, the agreed prices, the yearly statement and superbills. */
export function BillingCard({ client }: Props) {
  const { t } = useTranslation(['payer', 'service'])
  const [isOpen, setOpen] = useState(false)
  const read = useClientBilling(client.id)
  const country = useQuery(orpc.business.own.queryOptions({ input: {} })).data?.fields.country ?? null
  return (
    <Section
      title={t('title')}
      action={
        read.data && (
          <Button variant="subtle" size="compact-sm" aria-label={t('editPayer')} onClick={() => setOpen(true)}>
            {t('edit')}
          </Button>
        )
      }
    >
      <Query of={read} pending={<RowSkeletons rows={3} avatar={false} />} failed={t('loadFailed')} again={t('again')}>
        {(billing) => (
          <div className={classes.parts}>
            <BillingContent billing={billing} client={client} country={country} />
            {isOpen && (
              <PayerDialog client={client} billing={billing} country={country} onClose={() => setOpen(false)} />
            )}
          </div>
        )}
      </Query>
    </Section>
  )
}

type ContentProps = Props & {
  billing: ClientBilling
  /** The country of the business; null if unknown. */
  country: string | null
}

function BillingContent({ billing: { payer, splits }, client, country }: ContentProps) {
  const { t } = useTranslation('payer')
  const facts: [string, ReactNode][] = [
    [t('payer'), <PayerName key="name" payer={payer} />],
    [t('address'), <Address key="address" payer={payer} />],
    [t('email'), payer.email ?? <Missing key="email" />],
  ]
  if (payer.kind === 'organization') facts.push([t('reference'), payer.reference || <Missing key="reference" />])
  if (payer.taxId) facts.push([t(`taxId.${taxIdNameOf(payer.country ?? country)}`), payer.taxId])
  if (payer.buyerReference) facts.push([t('buyerReference'), payer.buyerReference])
  if (printsDiagnosis(country))
    facts.push([t('diagnosis.title'), t(`diagnosis.${wantsDiagnosis(payer) ? 'on' : 'off'}`)])
  return (
    <>
      <DefinitionList of={facts} />
      <PayerAgreementStatus payer={payer} name={client.firstName} />
      {splits.length > 0 && <PayerSplits splits={splits} client={client} />}
      <AgreedPrices clientId={client.id} />
      <StatementButton clientId={client.id} />
      {country === 'US' && <ClientSuperbills clientId={client.id} />}
    </>
  )
}

const wantsDiagnosis = (payer: Payer) => payer.wantsDiagnosis && payer.clientWantsDiagnosis

function PayerName({ payer: { kind, name, organizationType } }: { payer: Payer }) {
  const { t } = useTranslation('payer')
  return (
    <>
      {name}
      <Text span size="sm" c="dimmed" display="block">
        {organizationType ? t(`organizationType.${organizationType}`) : t(`kind.${kind}`)}
      </Text>
    </>
  )
}

function Address({ payer }: { payer: Payer }) {
  const { language } = useLocale()
  const { street, postalCode, city, region, country } = payer
  const lines = [
    street,
    [postalCode, city].filter(Boolean).join(' '),
    region,
    country && countryName(country, language),
  ]
  const filled = lines.filter(Boolean)
  return street && city ? <span className={classes.address}>{filled.join('\n')}</span> : <Missing />
}

function Missing() {
  const { t } = useTranslation('payer')
  return (
    <Text span c="dimmed" size="sm">
      {t('missing')}
    </Text>
  )
}
