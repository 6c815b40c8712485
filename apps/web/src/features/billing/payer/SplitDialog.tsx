import '../../../ui/styles-overlay.ts'
import type { Client } from '@attune/contract/features/people/client/client'
import type { ClientSplit } from '@attune/contract/features/billing/payer/payer'
import { hasAmount, splitRules, type SplitRule } from '@attune/contract/features/billing/payer/payer.rules'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { MoneyInput } from '../../../ui/input/MoneyInput.tsx'
import { useSaveSplit } from './use-payer.ts'

type Props = {
  split: ClientSplit
  client: Pick<Client, 'id' | 'firstName'>
  currency: string
  onClose: () => void
}

/** A dialog in which the therapist chooses how two clients share the price of joint sessions. */
export function SplitDialog({ split, client, currency, onClose }: Props) {
  const { t } = useTranslation(['payer', 'common'])
  const [rule, setRule] = useState(split.rule)
  const [amount, setAmount] = useState(split.amountMinor ?? '')
  const [isChecked, setChecked] = useState(false)
  const save = useSaveSplit()
  const names = { name: client.firstName, other: split.withName }
  const submit = () => {
    setChecked(true)
    const amountMinor = hasAmount(rule) ? amount : null
    if (amountMinor === '') return
    save.mutate({ id: client.id, withId: split.withId, rule, amountMinor }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('split.title')}
      submit={t('split.save')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={rule !== split.rule || amount !== (split.amountMinor ?? '')}
      onClose={onClose}
      onSubmit={submit}
    >
      <RuleChoice rule={rule} names={names} onRule={setRule} />
      {hasAmount(rule) && (
        <MoneyInput
          label={t('split.amount')}
          description={t('split.amountHint')}
          currency={currency}
          value={amount}
          error={isChecked && amount === '' && t('split.amountMissing')}
          onChange={setAmount}
        />
      )}
    </FormDialog>
  )
}

type ChoiceProps = { rule: SplitRule; names: { name: string; other: string }; onRule: (rule: SplitRule) => void }

function RuleChoice({ rule, names, onRule }: ChoiceProps) {
  const { t } = useTranslation('payer')
  return (
    <Radio.Group
      label={t('split.question', names)}
      value={rule}
      onChange={(value) => onRule(splitRules.find((one) => one === value) ?? rule)}
    >
      <Stack gap="xs" mt="xs">
        {splitRules.map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`split.choice.${one}`, names)}
            data-autofocus={one === rule || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
