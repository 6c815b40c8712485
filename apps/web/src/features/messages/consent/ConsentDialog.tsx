import '../../../ui/styles-overlay.ts'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { ChannelConsent, ClientConsent } from '@attune/contract/features/messages/consent/consent'
import { consentPurposes, type ConsentPurpose } from '@attune/contract/features/messages/consent/consent.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../platform/api/errors.ts'
import { currentLanguage, interfaceLanguages, isLanguage, languageNames } from '../../../platform/settings/language.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { homeCountry, type ConsentViewer } from './consent-text.ts'
import { ConsentTerms, PurposeText } from './ConsentTerms.tsx'
import classes from './consent.module.css'
import { numberProblemOf, useSaveConsent } from './use-text-consents.ts'

type Props = {
  consent: ClientConsent
  channel: ChannelConsent
  viewer: ConsentViewer
  name: string
  /** The language of the client. By default, the language of the interface. */
  language?: Language | undefined
  onClose: () => void
}

/**
 * Gives or changes consent to texts on a channel: number, purposes, and the full text of the consent. The therapist confirms that the client
 * agreed.
 */
export function ConsentDialog({ consent, channel, viewer, name, onClose, ...props }: Props) {
  const { t } = useTranslation('consent')
  const form = useConsentForm(consent, channel, viewer, props.language ?? currentLanguage())
  const { values, set, save, problems } = form
  const label = t(`channel.${channel.channel}`)
  const isChange = channel.given.length > 0
  const done = () => {
    toast.success(t(`done.${viewer}.given`))
    onClose()
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(isChange ? 'dialog.changeTitle' : `dialog.title.${viewer}`, { channel: label })}
      submit={t(isChange ? 'dialog.save' : `dialog.submit.${viewer}`)}
      back={t('dialog.cancel')}
      busy={save.isPending}
      dirty={form.isDirty}
      problem={save.isError && !problems.number && t(`saveFailed.${failureOf(save.error)}`)}
      onSubmit={() => form.submit(done)}
    >
      <NumberField form={form} consent={consent} viewer={viewer} />
      {viewer === 'therapist' && (
        <NativeSelect
          label={t('dialog.language')}
          value={values.language}
          data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && set({ language: value })}
        />
      )}
      <Suspense fallback={<Skeleton height={320} radius={10} />}>
        <PurposeFields form={form} channel={channel} />
        <ConsentTerms channel={channel} language={values.language} title={t(`dialog.terms.${viewer}`, { name })} />
      </Suspense>
      {viewer === 'therapist' && (
        <Checkbox
          label={t('dialog.agreed', { name })}
          checked={values.isAgreed}
          error={problems.isAgreed && t('problem.agreed', { name })}
          onChange={(event) => set({ isAgreed: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}

type Form = ReturnType<typeof useConsentForm>

type NumberProps = { form: Form; consent: ClientConsent; viewer: ConsentViewer }

/** The field for the number, with a warning that a new number ends the consents for the current one. */
function NumberField({ form, consent, viewer }: NumberProps) {
  const { t } = useTranslation('consent')
  const { values, set, problems } = form
  return (
    <>
      <TextInput
        label={t('dialog.number')}
        description={t('dialog.numberHint')}
        type="tel"
        autoComplete={viewer === 'client' ? 'tel' : 'off'}
        maxLength={textLengths.phone}
        value={values.number}
        error={problems.number && t(`problem.${problems.number}`)}
        onChange={(event) => set({ number: event.currentTarget.value })}
      />
      {consent.number && values.number !== consent.number && (
        <Callout kind="warning">{t('dialog.numberChanged', { number: consent.number })}</Callout>
      )}
    </>
  )
}

function PurposeFields({ form, channel }: { form: Form; channel: ChannelConsent }) {
  const { t } = useTranslation('consent')
  const { values, set, problems } = form
  const offered = consentPurposes.filter((one) => channel.offered.includes(one))
  return (
    <Checkbox.Group
      label={t('dialog.purposes')}
      value={values.purposes}
      error={problems.purposes && t('problem.purposes')}
      onChange={(chosen) => set({ purposes: consentPurposes.filter((one) => chosen.includes(one)) })}
    >
      <div className={classes.choices}>
        {offered.map((purpose) => (
          <Checkbox
            key={purpose}
            value={purpose}
            label={t(`purpose.${purpose}`)}
            description={<PurposeText purpose={purpose} channel={channel} language={values.language} />}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

type Values = { number: string; purposes: ConsentPurpose[]; language: Language; isAgreed: boolean }

/** The values of the form. Only the purposes with an existing consent are preselected, so that each new consent is a deliberate choice. */
function useConsentForm(consent: ClientConsent, channel: ChannelConsent, viewer: ConsentViewer, language: Language) {
  const { zone } = useLocale()
  const start: Values = {
    number: consent.number ?? consent.phone,
    purposes: channel.given,
    language,
    isAgreed: false,
  }
  const [values, setValues] = useState(start)
  const [isChecked, setChecked] = useState(false)
  const save = useSaveConsent(consent, channel)
  const missing = {
    purposes: values.purposes.length === 0,
    isAgreed: viewer === 'therapist' && !values.isAgreed,
  }
  const submit = (onDone: () => void) => {
    setChecked(true)
    if (missing.purposes || missing.isAgreed) return
    save.mutate({ ...values, home: homeCountry(consent.countries, zone) }, { onSuccess: onDone })
  }
  return {
    values,
    save,
    submit,
    isDirty: JSON.stringify(values) !== JSON.stringify(start),
    problems: {
      number: numberProblemOf(save.error),
      purposes: isChecked && missing.purposes,
      isAgreed: isChecked && missing.isAgreed,
    },
    set: (part: Partial<Values>) => {
      if ('number' in part) save.reset()
      setValues({ ...values, ...part })
    },
  }
}

function failureOf(error: unknown): 'TERMS_CHANGED' | 'RECORD_INACTIVE' | 'other' {
  const code = errorCode(error)
  return code === 'TERMS_CHANGED' || code === 'RECORD_INACTIVE' ? code : 'other'
}
