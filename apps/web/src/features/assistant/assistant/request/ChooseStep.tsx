import type { AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { assistantLengths } from '@attune/contract/features/assistant/assistant/assistant.limits.rules'
import { noteForms } from '@attune/contract/features/assistant/assistant/assistant.rules'
import { Button, NativeSelect, SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { interfaceLanguages, isLanguage, languageNames } from '../../../../platform/settings/language.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { hasSources, missingIn, type AssistantPlace } from '../assistant-request.ts'
import classes from '../assistant.module.css'
import { SourceList } from './SourceList.tsx'
import type { AssistantFormState } from './use-assistant-form.ts'

type Props = { state: AssistantFormState; place: AssistantPlace; request: AssistantRequest; onNext: () => void }

/** The first step: choose the purpose, the texts and the sources. This step sends nothing to the endpoint. */
export function ChooseStep({ state, place, request, onNext }: Props) {
  const { t } = useTranslation('assistant')
  const { form, kept, change, offered } = state
  const [isChecked, setChecked] = useState(false)
  const missing = missingIn(request)
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setChecked(true)
        if (!missing) onNext()
      }}
    >
      <DraftCallout draft={kept} />
      {form.edited !== null && <Callout>{t('choose.edited')}</Callout>}
      <PurposeFields state={state} place={place} />
      <WordFields state={state} isQuestionMissing={isChecked && missing === 'question'} />
      {place.text !== '' && request.text !== '' && (
        <section className={classes.box} aria-label={t('choose.text')}>
          <h3>{t('choose.text')}</h3>
          <div className={classes.plain}>{place.text}</div>
        </section>
      )}
      {hasSources(form.purpose) && form.clientId && <SourceList form={form} offered={offered} onChange={change} />}
      {isChecked && missing && missing !== 'question' && (
        <Callout kind="danger" urgent>
          {t(`choose.missing.${missing}`)}
        </Callout>
      )}
      <div className={classes.foot}>
        <span className={classes.quiet}>{t('choose.hint')}</span>
        <Button type="submit">{t('choose.next')}</Button>
      </div>
    </form>
  )
}

type WordProps = Pick<Props, 'state'> & { isQuestionMissing: boolean }

/** A field for the question or the keywords. Renders nothing for a purpose that needs neither. */
function WordFields({ state: { form, change }, isQuestionMissing }: WordProps) {
  const { t } = useTranslation('assistant')
  return (
    <>
      {form.purpose === 'question' && (
        <Textarea
          autosize
          minRows={2}
          label={t('choose.question')}
          placeholder={t('choose.questionExample')}
          maxLength={assistantLengths.question}
          value={form.question}
          error={isQuestionMissing && t('choose.questionMissing')}
          onChange={(event) => change({ question: event.currentTarget.value })}
        />
      )}
      {(form.purpose === 'note' || form.purpose === 'homework') && (
        <Textarea
          autosize
          minRows={3}
          label={t(`choose.keywords.${form.purpose}`)}
          placeholder={t(`choose.keywordsExample.${form.purpose}`)}
          maxLength={assistantLengths.keywords}
          value={form.keywords}
          onChange={(event) => change({ keywords: event.currentTarget.value })}
        />
      )}
    </>
  )
}

type FieldProps = Pick<Props, 'state' | 'place'>

/** Fields for the client and the purpose of the request. */
function PurposeFields({ state, place }: FieldProps) {
  const { t } = useTranslation('assistant')
  const { form, change } = state
  return (
    <>
      {place.clients.length > 1 && (
        <NativeSelect
          label={t('choose.client')}
          description={t('choose.clientHint')}
          value={form.clientId ?? ''}
          data={place.clients.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => change({ clientId: event.currentTarget.value, sources: null })}
        />
      )}
      {place.purposes.length > 1 && (
        <SegmentedControl
          fullWidth
          className={classes.purposes}
          aria-label={t('choose.purpose')}
          value={form.purpose}
          data={place.purposes.map((value) => ({ value, label: t(`purpose.${value}`) }))}
          onChange={(purpose) => change({ purpose })}
        />
      )}
      <FormAndLanguage state={state} />
    </>
  )
}

/** Fields for the note format and the language of the answer. */
function FormAndLanguage({ state: { form, change } }: Pick<Props, 'state'>) {
  const { t } = useTranslation('assistant')
  const languages = interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))
  return (
    <div className={classes.pair}>
      {form.purpose === 'note' && (
        <NativeSelect
          label={t('choose.form')}
          value={form.form}
          data={noteForms.map((value) => ({ value, label: t(`form.${value}`) }))}
          onChange={(event) => change({ form: noteForms.find((one) => one === event.currentTarget.value) ?? 'soap' })}
        />
      )}
      {form.purpose === 'translation' ? (
        <NativeSelect
          label={t('choose.targetLanguage')}
          value={form.targetLanguage}
          data={languages}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && change({ targetLanguage: value })}
        />
      ) : (
        <NativeSelect
          label={t('choose.language')}
          value={form.language}
          data={languages}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && change({ language: value })}
        />
      )}
    </div>
  )
}
