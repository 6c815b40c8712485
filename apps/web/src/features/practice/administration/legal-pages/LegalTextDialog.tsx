import {
  type LegalTextName,
  maxLegalTextLength,
} from '@attune/contract/features/practice/administration/administration.rules'
import { isBlankRichText, richTextLength } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { interfaceLanguages, isLanguage, languageNames } from '../../../../platform/settings/language.ts'
import { productSettings } from '../../../../platform/settings/product-settings.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RichEditor } from '../../../../ui/rich-text/RichEditor.tsx'
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { StartingText } from './StartingText.tsx'
import { useLegalText } from './use-legal-text.ts'

type Props = { page: LegalTextName; onClose: () => void }

/** Edits a legal text, one language at a time. The typed text is stored until it is saved. */
export function LegalTextDialog({ page, onClose }: Props) {
  const { t } = useTranslation(['adminSettings', 'common'])
  const [language, setLanguage] = useState<Language>(productSettings().defaultLanguage)
  const read = useQuery(
    orpc.administration.legalText.queryOptions({ input: { page, language }, staleTime: 0, gcTime: 0 }),
  )
  const choice = (
    <SegmentedControl
      fullWidth
      aria-label={t('legal.language')}
      value={language}
      onChange={(value) => isLanguage(value) && setLanguage(value)}
      data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
    />
  )
  const waiting = (content: React.ReactNode) => (
    <Dialog onClose={onClose} title={t(`common:legal.${page}`)} size={560}>
      <Stack gap="md">
        {choice}
        {content}
      </Stack>
    </Dialog>
  )
  if (read.data === undefined)
    return waiting(
      <Query of={read} pending={<Skeleton height={320} />} failed={t('loadFailed')} again={t('again')}>
        {() => null}
      </Query>,
    )
  return (
    <LegalTextForm key={language} page={page} language={language} saved={read.data.text} onClose={onClose}>
      {choice}
    </LegalTextForm>
  )
}

type FormProps = Props & { language: Language; saved: RichText | null; children: React.ReactNode }

function LegalTextForm({ page, language, saved, onClose, children }: FormProps) {
  const { t } = useTranslation(['adminSettings', 'common'])
  const errorText = useErrorMessage()
  const { draft, written, theirs, save, send, keepSaved } = useLegalText({ page, language, saved, onClose })
  const isTooLong = richTextLength(written) > maxLegalTextLength
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(`common:legal.${page}`)}
      submit={t(saved && isBlankRichText(written) ? 'legal.remove' : 'legal.save')}
      back={t('legal.back')}
      busy={save.isPending}
      dirty={draft.dirty}
      onSubmit={() => {
        if (!isTooLong && theirs === undefined) send()
      }}
    >
      {children}
      <DraftCallout draft={draft} />
      <StartingText page={page} language={language} written={written} onTake={draft.write} />
      {theirs !== undefined && (
        <VersionConflict
          title={t('conflict.title')}
          theirs={{
            content: theirs ? <RichTextView value={theirs} /> : t('conflict.empty'),
            onChoose: keepSaved,
          }}
          mine={{ onChoose: send }}
        />
      )}
      <RichEditor
        label={t('legal.textOf', { page: t(`common:legal.${page}`), language: languageNames[language] })}
        value={written}
        onChange={draft.write}
        max={maxLegalTextLength}
        minHeight={260}
      />
      <Text size="sm" c="dimmed">
        {t('legal.fallback')}
      </Text>
      <FormError>{isTooLong ? t('legal.tooLong') : theirs === undefined ? errorText(save.error) : null}</FormError>
    </FormDialog>
  )
}
