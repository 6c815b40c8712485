import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { LegalTextName } from '@attune/contract/features/practice/administration/administration.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { blanksIn } from '@attune/contract/features/practice/legal-text/legal-text.rules'
import { Checkbox, SegmentedControl, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { isLanguage, languageNames } from '../../../../platform/settings/language.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import type { LegalTextState } from './LegalPagesSettings.tsx'
import classes from '../settings/settings.module.css'

/** A scrollable text must be focusable, so that it can be scrolled by keyboard. */
const scrolling = { tabIndex: 0, role: 'region' } as const

type Props = { page: LegalTextName; changed: readonly LegalTextState[]; onClose: () => void }

/** Shows a draft as readers will see it, one language at a time, and publishes it once the admin has confirmed the text. */
export function PublishLegalTextDialog({ page, changed, onClose }: Props) {
  const { t } = useTranslation(['adminSettings', 'common'])
  const [chosen, setChosen] = useState(changed[0]?.language)
  const state = changed.find(({ language }) => language === chosen) ?? changed[0]
  const language = state?.language ?? 'en'
  const read = useQuery(
    orpc.administration.legalText.queryOptions({ input: { page, language }, staleTime: 0, gcTime: 0 }),
  )
  const [isChecked, setChecked] = useState(false)
  const [isTried, setTried] = useState(false)
  const text = read.data?.text ?? null
  const blanks = blanksOf(text)
  const publish = usePublish({ page, language, text, onClose, onChanged: () => void read.refetch() })
  const choose = (value: Language) => {
    setChosen(value)
    setChecked(false)
  }
  const submit = () => {
    setTried(true)
    if (isChecked && read.isSuccess && !read.isFetching && blanks === 0) publish.mutate()
  }
  return (
    <FormDialog
      wide
      title={t('legal.publishTitle', { page: t(`common:legal.${page}`) })}
      submit={
        text || !read.data ? t('legal.publishLanguage', { language: languageNames[language] }) : t('legal.takeOffline')
      }
      back={t('legal.back')}
      busy={publish.isPending}
      problem={publish.problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <LanguageChoice changed={changed} value={language} onChoose={choose} />
      <Callout kind="warning" title={t('legal.checkIt')}>
        {t(blanks > 0 ? 'legal.blanks' : 'legal.frozen', { count: blanks })}
      </Callout>
      <Reading read={read} language={language} />
      <Checkbox
        label={t('legal.confirm')}
        checked={isChecked}
        error={isTried && !isChecked && t('legal.confirmFirst')}
        onChange={(event) => setChecked(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

/** Returns the number of blanks in brackets in a text. */
const blanksOf = (text: RichText | null): number => (text ? blanksIn(plainTextOf(text)).length : 0)

type ReadingProps = { read: UseQueryResult<{ text: RichText | null }, unknown>; language: Language }

/** The draft as readers will see it. */
function Reading({ read, language }: ReadingProps) {
  const { t } = useTranslation('adminSettings')
  return (
    <Query of={read} pending={<Skeleton height={240} />} failed={t('loadFailed')} again={t('again')}>
      {({ text }) => (
        <div className={classes.reading} lang={language} {...scrolling} aria-label={t('legal.draft')}>
          {text ? <RichTextView value={text} under={2} /> : <p>{t('legal.willBeOffline')}</p>}
        </div>
      )}
    </Query>
  )
}

type ChoiceProps = Pick<Props, 'changed'> & { value: Language; onChoose: (language: Language) => void }

function LanguageChoice({ changed, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation('adminSettings')
  if (changed.length < 2) return null
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('legal.language')}
      value={value}
      onChange={(chosen) => isLanguage(chosen) && onChoose(chosen)}
      data={changed.map(({ language }) => ({ value: language, label: languageNames[language] }))}
    />
  )
}

type Draft = Pick<LegalTextState, 'page' | 'language'> & { text: RichText | null }

function usePublish({ onClose, onChanged, ...draft }: Draft & { onClose: () => void; onChanged: () => void }) {
  const { t } = useTranslation('adminSettings')
  const errorText = useErrorMessage()
  const cache = useQueryClient()
  const publish = useMutation({
    mutationFn: () => api.legalText.publish({ ...draft, isChecked: true }),
    onSuccess: ({ version }) => {
      void cache.invalidateQueries({ queryKey: orpc.administration.settings.key() })
      void cache.invalidateQueries({ queryKey: orpc.product.key() })
      void cache.invalidateQueries({ queryKey: orpc.legalText.key() })
      toast({ variant: 'success', title: t(draft.text ? 'legal.published' : 'legal.tookOffline', { version }) })
      onClose()
    },
    onError: (error) => errorCode(error) === 'CHANGED' && onChanged(),
  })
  const code = errorCode(publish.error)
  const own = code === 'CHANGED' ? t('legal.draftChanged') : code === 'NOTHING_NEW' ? t('legal.nothingNew') : null
  return { ...publish, problem: publish.error ? (own ?? errorText(publish.error)) : null }
}
