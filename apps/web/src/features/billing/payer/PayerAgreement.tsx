import type { OwnPayer } from '@attune/contract/features/billing/payer/payer'
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './payer.module.css'
import { agreementState, useAgreeToPayer, useOwnPayers, useWithdrawAgreement } from './use-payer.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'

/**
 * Shows the payers who pay instead of the acting client, with buttons that give and withdraw the client's agreement. Renders nothing while they load,
 * and for clients who pay themselves.
 */
export function PayerAgreement() {
  const { t } = useTranslation('payer')
  const read = useOwnPayers()
  if (read.isPending || read.data?.items.length === 0) return null
  return (
    <Section title={t('own.title')}>
      <Query of={read} failed={t('own.failed')} again={t('again')}>
        {(data) => (
          <ul className={classes.own}>
            {data.items.map((payer) => (
              <OwnPayerRow key={payer.payerId} payer={payer} />
            ))}
          </ul>
        )}
      </Query>
    </Section>
  )
}

function OwnPayerRow({ payer }: { payer: OwnPayer }) {
  const { t } = useTranslation('payer')
  const locale = useLocale()
  const state = agreementState(payer)
  const agree = useAgreeToPayer(t('own.agreed'))
  const withdraw = useWithdrawAgreement(t('own.withdrawnToast'))
  const act = { id: payer.clientId, payerId: payer.payerId }
  const day = (instant: string | null) => (instant ? dateText(localDay(instant, locale), locale.language) : '')
  const values = {
    therapist: payer.therapistName,
    payer: payer.name,
    when: day(state === 'withdrawn' ? payer.withdrawnAt : payer.agreedAt),
  }
  return (
    <li className={classes.agreement}>
      <Text size="sm" fw={550}>
        {t('own.goTo', values)}
      </Text>
      {payer.reference && <Text size="sm">{t('own.reference', { reference: payer.reference })}</Text>}
      <Text size="sm">
        {state === 'given' ? t(`own.given.${payer.agreedBy ?? 'therapist'}`, values) : t(`own.${state}`, values)}
      </Text>
      {state === 'given' && (
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate(act)}>
          {t('own.withdraw')}
        </Button>
      )}
      {(state === 'none' || state === 'withdrawn') && (
        <Button variant="default" loading={agree.isPending} onClick={() => agree.mutate({ ...act, name: payer.name })}>
          {t('own.agree')}
        </Button>
      )}
    </li>
  )
}
