import type { AssistantPreview } from '@attune/contract/features/assistant/assistant/assistant'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { countryName } from '../../../../ui/choice/country-name.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { ExactRequest } from './ExactRequest.tsx'
import { HiddenTerms } from './HiddenTerms.tsx'
import { PromptField } from './PromptField.tsx'
import { useAssistantStatus } from '../use-assistant-status.ts'
import { useWordCount } from './use-word-count.ts'

/** The request body that the therapist has checked. */
export type CheckedRequest = {
  /** The SHA-256 of the body. */
  sha256: string
  /** Whether the names in it may be sent. */
  acceptsNames: boolean
}

/**
 * Returns the names of the record in the edited prompt, whether the therapist has accepted these names, and `send`, which sends the previewed
 * request. If the names are not accepted, `send` sends nothing and sets `isMissing`.
 */
export function useCheck({ sha256, broughtBack }: AssistantPreview, onSend: (checked: CheckedRequest) => void) {
  const [accepted, setAccepted] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  // Accepting applies to the names that were shown. New names must be accepted again.
  const acceptsNames = broughtBack.length > 0 && accepted === broughtBack.join('\n')
  return {
    names: broughtBack,
    acceptsNames,
    isMissing: isChecked && !acceptsNames,
    accept: (accepts: boolean) => setAccepted(accepts ? broughtBack.join('\n') : null),
    send: () => {
      setChecked(true)
      if (broughtBack.length === 0 || acceptsNames) onSend({ sha256, acceptsNames })
    },
  }
}

type Check = ReturnType<typeof useCheck>
type Props = {
  preview: AssistantPreview
  check: Check
  isCurrent: boolean
  edited: string | null
  onEdit: (edited: string | null) => void
}

/** Shows the prompt, which the therapist can edit, the words that its placeholders hide, and the exact request. */
export function CheckedPreview({ preview, check, isCurrent, edited, onEdit }: Props) {
  return (
    <>
      <PromptField
        value={edited ?? preview.prompt}
        placeholders={preview.hidden.map(({ placeholder }) => placeholder)}
        names={preview.broughtBack}
        isEdited={edited !== null}
        onChange={onEdit}
      />
      <NamesCallout check={check} />
      <HiddenTerms hidden={preview.hidden} />
      <ExactRequest preview={preview} isCurrent={isCurrent} />
    </>
  )
}

/** Asks whether the names that the edited prompt contains may be sent. */
function NamesCallout({ check: { names, acceptsNames, isMissing, accept } }: { check: Check }) {
  const { t } = useTranslation('assistantPreview')
  if (names.length === 0) return null
  return (
    <Callout kind="warning" title={t('names.title')} urgent>
      <p>{t('names.text', { names: names.join(', ') })}</p>
      <Checkbox
        label={t('names.accept')}
        checked={acceptsNames}
        error={isMissing && t('names.missing')}
        onChange={(event) => accept(event.currentTarget.checked)}
      />
    </Callout>
  )
}

/** The button that sends the previewed request. Disabled while the preview is being recomputed, and while the device is offline. */
export function SendButton({ check, isCurrent }: { check: Check; isCurrent: boolean }) {
  const { t } = useTranslation('assistantPreview')
  const online = useOnline()
  return (
    <Button loading={!isCurrent} disabled={!online} onClick={check.send}>
      {t('send')}
    </Button>
  )
}

/** Shows the destination of the text and the number of its words. */
export function Destination({ words, children }: { words: number; children?: React.ReactNode }) {
  const { t } = useTranslation('assistantPreview')
  const { language } = useLocale()
  const { data } = useAssistantStatus()
  const wordCount = useWordCount()
  if (!data?.offered) return null
  const { provider, providerCountry, isOwnHost, host } = data.offered
  const country = countryName(providerCountry, language)
  return (
    <Callout>
      {t(isOwnHost ? 'goesToOwnHost' : 'goesTo', { provider, country, host })}{' '}
      {t('ofToday', { words: wordCount(words), left: wordCount(data.wordsLeft) })}
      {children}
    </Callout>
  )
}
