import type { AssistantPreview, AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { countryName } from '../../../../ui/choice/country-name.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from '../assistant.module.css'
import { ExactRequest } from './ExactRequest.tsx'
import { FailureCallout } from '../answer/FailureCallout.tsx'
import { FixedAnswer } from '../answer/FixedAnswer.tsx'
import { HiddenTerms } from './HiddenTerms.tsx'
import { PromptField } from './PromptField.tsx'
import { answerFailureOf } from '../answer/use-answer.ts'
import { useAssistantStatus } from '../use-assistant-status.ts'
import { useWordCount } from './use-word-count.ts'

/** How long after the last change of the text its bytes are computed again. */
const pauseMilliseconds = 400

type Props = {
  request: AssistantRequest
  onEdit: (edited: string | null) => void
  onBack: () => void
  onSend: (checked: { sha256: string; acceptsNames: boolean }) => void
}

/** The second step: the text that is sent, which the therapist can edit, and the exact request. Nothing is sent before 'Send'. */
export function PreviewStep({ request, onEdit, onBack, onSend }: Props) {
  const { t } = useTranslation('assistantPreview')
  const [asked] = useDebouncedValue(request.edited, pauseMilliseconds)
  const read = useQuery({
    ...orpc.assistant.preview.queryOptions({ input: { ...request, edited: asked } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('back')}
    </Button>
  )
  if (read.isError) {
    const failure = answerFailureOf(read.error)
    return (
      <>
        {failure.kind === 'failed' || failure.kind === 'offline' ? (
          <Query of={read} alsoStale failed={t('failed')} again={t('again')} />
        ) : (
          <FailureCallout failure={failure} />
        )}
        <div className={classes.foot}>{back}</div>
      </>
    )
  }
  if (!read.data) return <Skeleton height={360} radius={10} />
  if (read.data.fixedAnswer)
    return (
      <>
        <FixedAnswer question={read.data.fixedAnswer} />
        <div className={classes.foot}>{back}</div>
      </>
    )
  // The bytes of the shown text; not while they are computed again.
  const isCurrent = !read.isPlaceholderData && !read.isFetching && asked === request.edited
  return (
    <Checked
      preview={read.data}
      isCurrent={isCurrent}
      edited={request.edited}
      back={back}
      onEdit={onEdit}
      onSend={onSend}
    />
  )
}

type CheckedProps = Pick<Props, 'onEdit' | 'onSend'> & {
  preview: AssistantPreview
  isCurrent: boolean
  edited: string | null
  back: React.ReactNode
}

function Checked({ preview, isCurrent, edited, back, onEdit, onSend }: CheckedProps) {
  const { t } = useTranslation('assistantPreview')
  const online = useOnline()
  const [accepted, setAccepted] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const names = preview.broughtBack
  // An acceptance holds for the names that were shown. Further names need another one.
  const acceptsNames = names.length > 0 && accepted === names.join('\n')
  const isReady = names.length === 0 || acceptsNames
  const send = () => {
    setChecked(true)
    if (isReady) onSend({ sha256: preview.sha256, acceptsNames })
  }
  return (
    <>
      <Destination words={preview.words} />
      <PromptField
        value={edited ?? preview.prompt}
        placeholders={preview.hidden.map(({ placeholder }) => placeholder)}
        names={names}
        isEdited={edited !== null}
        onChange={onEdit}
      />
      {names.length > 0 && (
        <Callout kind="warning" title={t('names.title')} urgent>
          <p>{t('names.text', { names: names.join(', ') })}</p>
          <Checkbox
            label={t('names.accept')}
            checked={acceptsNames}
            error={isChecked && !acceptsNames && t('names.missing')}
            onChange={(event) => setAccepted(event.currentTarget.checked ? names.join('\n') : null)}
          />
        </Callout>
      )}
      <HiddenTerms hidden={preview.hidden} />
      <ExactRequest preview={preview} isCurrent={isCurrent} />
      <div className={classes.foot}>
        {back}
        <Button loading={!isCurrent} disabled={!online} onClick={send}>
          {t('send')}
        </Button>
      </div>
    </>
  )
}

/** Where the text goes, and how many words it has. */
function Destination({ words }: { words: number }) {
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
    </Callout>
  )
}
