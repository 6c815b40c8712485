import '../../../ui/styles-overlay.ts'
import type { Service } from '@attune/contract/features/billing/service/service'
import { serviceLengths } from '@attune/contract/features/billing/service/service.rules'
import { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { MoneyInput } from '../../../ui/input/MoneyInput.tsx'
import { useCheckedForm } from '../../../ui/dialog/use-checked-form.ts'
import { serviceDraftOf, serviceFrom, serviceProblems, type ServiceDraft } from './service-draft.ts'
import { currencyChoices } from './service-text.ts'
import classes from './service.module.css'
import { TaxRateInput } from './TaxRateInput.tsx'
import { useSaveService } from './use-services.ts'

type Props = {
  /** The service to edit; null to add one. */
  service: Service | null
  services: readonly Service[]
  currency: string
  onClose: () => void
}

/** Adds or edits a service that invoices can contain. */
export function ServiceDialog({ service, services, currency, onClose }: Props) {
  const { t } = useTranslation(['service', 'common'])
  const save = useSaveService(service)
  const { fields, isDirty, submit } = useCheckedForm(
    () => serviceDraftOf(service, currency),
    serviceProblems,
    (draft) => save.mutate(serviceFrom(draft), { onSuccess: onClose }),
  )
  return (
    <FormDialog
      wide
      title={t(service ? 'dialog.editTitle' : 'dialog.addTitle')}
      submit={t(service ? 'dialog.save' : 'dialog.add')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
    >
      <MainFields {...fields} />
      <PriceFields {...fields} />
      <FormatFields {...fields} service={service} services={services} />
    </FormDialog>
  )
}

type FieldsProps = {
  draft: ServiceDraft
  problems: ReturnType<typeof serviceProblems>
  onChange: (part: Partial<ServiceDraft>) => void
}

function MainFields({ draft, problems, onChange }: FieldsProps) {
  const { t } = useTranslation('service')
  return (
    <>
      <TextInput
        data-autofocus
        label={t('field.text')}
        placeholder={t('field.textExample')}
        maxLength={serviceLengths.text}
        value={draft.text}
        error={problems.includes('text') && t('problem.text')}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <div className={classes.fields}>
        <TextInput
          label={t('field.code')}
          description={t('field.codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={serviceLengths.code}
          value={draft.code}
          onChange={(event) => onChange({ code: event.currentTarget.value })}
        />
        <TextInput
          label={t('field.minutes')}
          inputMode="numeric"
          maxLength={4}
          value={draft.minutes}
          error={problems.includes('minutes') && t('problem.minutes')}
          onChange={(event) => onChange({ minutes: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

function PriceFields({ draft, problems, onChange }: FieldsProps) {
  const { t } = useTranslation('service')
  const { language } = useLocale()
  const [currencies] = useState(() => currencyChoices(language))
  const { priceMinor, currency, taxRateBp } = draft
  return (
    <>
      <div className={classes.fields}>
        <MoneyInput
          label={t('field.price')}
          currency={currency}
          value={priceMinor}
          error={problems.includes('priceMinor') && t('problem.price')}
          onChange={(value) => onChange({ priceMinor: value })}
        />
        <NativeSelect
          label={t('field.currency')}
          value={currency}
          data={currencies}
          onChange={(event) => onChange({ currency: event.currentTarget.value })}
        />
      </div>
      <div className={classes.fields}>
        <NativeSelect
          label={t('field.tax')}
          value={taxRateBp === null ? 'profile' : 'rate'}
          data={(['profile', 'rate'] as const).map((value) => ({ value, label: t(`tax.${value}`) }))}
          onChange={(event) => onChange({ taxRateBp: event.currentTarget.value === 'rate' ? '' : null })}
        />
        {taxRateBp !== null && (
          <TaxRateInput
            label={t('field.taxRate')}
            value={taxRateBp}
            error={problems.includes('taxRateBp') && t('problem.taxRate')}
            onChange={(value) => onChange({ taxRateBp: value })}
          />
        )}
      </div>
    </>
  )
}

function FormatFields({ draft, onChange, service, services }: FieldsProps & Pick<Props, 'service' | 'services'>) {
  const { t } = useTranslation('service')
  const { defaultFormat } = draft
  const replaced = services.find(
    (one) => defaultFormat && one.defaultFormat === defaultFormat && !one.isArchived && one.id !== service?.id,
  )
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('field.format')}
        description={replaced ? t('field.formatReplaces', { name: replaced.text }) : t('field.formatHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={defaultFormat ?? 'none'}
        data={(['none', ...sessionFormats] as const).map((value) => ({ value, label: t(`format.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ defaultFormat: sessionFormats.find((one) => one === value) ?? null })
        }
      />
      <TextInput
        label={t('field.place')}
        description={t('field.placeHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={serviceLengths.place}
        value={draft.place}
        onChange={(event) => onChange({ place: event.currentTarget.value })}
      />
    </div>
  )
}
