import type { Language } from '@attune/contract/common/text/text.schemas'
import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import type { MeasureContent, MeasureProblem } from '@attune/contract/features/care/measure/measure.schemas'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { interfaceLanguages, isLanguage, languageNames } from '../../../../platform/settings/language.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { LocalTextField, type TextLanguages } from './LocalTextField.tsx'

type Props = TextLanguages & {
  content: MeasureContent
  problems: MeasureProblem[]
  onLanguage: (language: Language) => void
  onChange: (part: Partial<MeasureContent>) => void
}

/** Edits the title, the introduction and the main language of a measure, and chooses the language in which its texts are edited. */
export function MeasureFacts({ content, problems, language, main, onLanguage, onChange }: Props) {
  const { t } = useTranslation('measure')
  const has = (name: 'title' | 'text') =>
    problems.some(({ problem, part }) => problem === name && part === null) && t(`problem.${name}`)
  return (
    <Section title={t('facts.heading')} anchor="part-facts">
      <Stack gap="md">
        <TextInput
          label={t('facts.title')}
          error={has('title')}
          maxLength={measureLimits.title}
          value={content.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <LocalTextField
          language={language}
          main={main}
          label={t('facts.intro')}
          description={t('facts.introHint')}
          error={has('text')}
          minRows={2}
          maxLength={measureLimits.intro}
          value={content.intro}
          onChange={(intro) => onChange({ intro })}
        />
        <LanguageSelects language={language} main={main} onLanguage={onLanguage} onChange={onChange} />
      </Stack>
    </Section>
  )
}

type LanguageProps = Pick<Props, 'language' | 'main' | 'onLanguage' | 'onChange'>

/** Chooses the main language of a measure and the language in which its texts are edited. */
function LanguageSelects({ language, main, onLanguage, onChange }: LanguageProps) {
  const { t } = useTranslation('measure')
  const chosen = ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
    isLanguage(value) ? value : main
  return (
    <>
      <NativeSelect
        label={t('facts.main')}
        description={t('facts.mainHint')}
        data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
        value={main}
        onChange={(event) => {
          const next = chosen(event)
          onChange({ language: next })
          onLanguage(next)
        }}
      />
      <NativeSelect
        label={t('facts.language')}
        description={language !== main && t('facts.languageHint')}
        data={interfaceLanguages.map((value) => ({
          value,
          label: value === main ? t('facts.isMain', { language: languageNames[value] }) : languageNames[value],
        }))}
        value={language}
        onChange={(event) => onLanguage(chosen(event))}
      />
    </>
  )
}
