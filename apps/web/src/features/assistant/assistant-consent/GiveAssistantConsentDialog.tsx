import '../../../ui/styles-overlay.ts'
import type { AssistantConsent } from '@attune/contract/features/assistant/assistant-consent/assistant-consent'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { Checkbox, NativeSelect, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../platform/api/errors.ts'
import { currentLanguage, interfaceLanguages, isLanguage, languageNames } from '../../../platform/settings/language.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { AssistantConsentTerms } from './AssistantConsentTerms.tsx'
import { useGiveAssistantConsent, type AssistantConsentViewer } from './use-assistant-consent.ts'

type Props = {
  consent: AssistantConsent
  offered: NonNullable<AssistantConsent['offered']>
  viewer: AssistantConsentViewer
  name: string
  /** The language of the client; without it, the language of the interface. */
  language?: Language | undefined
  onClose: () => void
}

/** Shows the full text of the consent and records it. The therapist confirms that the client heard or read it and agreed. */
export function GiveAssistantConsentDialog({ consent, offered, viewer, name, onClose, ...props }: Props) {
  const { t } = useTranslation('assistantConsent')
  const [language, setLanguage] = useState(props.language ?? currentLanguage())
  const [isAgreed, setAgreed] = useState(viewer === 'client')
  const [isChecked, setChecked] = useState(false)
  const give = useGiveAssistantConsent(consent)
  const submit = () => {
    setChecked(true)
    if (!isAgreed) return
    give.mutate(language, {
      onSuccess: () => {
        toast.success(t(`done.${viewer}.given`))
        onClose()
      },
    })
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(`dialog.title.${viewer}`)}
      submit={t(`dialog.submit.${viewer}`)}
      back={t('dialog.cancel')}
      busy={give.isPending}
      onSubmit={submit}
    >
      {viewer === 'therapist' && (
        <NativeSelect
          label={t('dialog.language')}
          value={language}
          data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
        />
      )}
      <Suspense fallback={<Skeleton height={320} radius={10} />}>
        <AssistantConsentTerms offered={offered} language={language} title={t(`dialog.terms.${viewer}`, { name })} />
      </Suspense>
      {viewer === 'therapist' && (
        <Checkbox
          label={t('dialog.agreed', { name })}
          checked={isAgreed}
          error={isChecked && !isAgreed && t('dialog.agreedMissing', { name })}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
      )}
      {give.isError && <SaveFailed error={give.error} />}
    </FormDialog>
  )
}

function SaveFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('assistantConsent')
  const code = errorCode(error)
  const cause = code === 'TERMS_CHANGED' || code === 'RECORD_INACTIVE' ? code : 'other'
  return (
    <Callout kind="danger" urgent>
      {t(`saveFailed.${cause}`)}
    </Callout>
  )
}
