import type { Language } from '@attune/contract/common/text/text.schemas'
import { isFilled } from '@attune/contract/common/text/text'
import type {
  MeasureAnswers,
  MeasureContent,
  MeasureResult,
} from '@attune/contract/features/care/measure/measure.schemas'
import { measureResults, selfHarmItems, textOf } from '@attune/contract/features/care/measure/measure.scores'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { MeasureItemInput } from '../answer/MeasureItemInput.tsx'
import { formatMeasureNumber } from '../answer/measure-number.ts'
import classes from '../write/MeasureEditor.module.css'

/** Lets the therapist fill in a measure as a client would, and shows its scores, bands and alerts. Nothing is stored. */
export function MeasurePreview({ content, language }: { content: MeasureContent; language: Language }) {
  const { t } = useTranslation('measure')
  const [answers, setAnswers] = useState<MeasureAnswers>({})
  const intro = textOf(content.intro, language, content.language)

  const dangers = selfHarmItems(content, answers)
  return (
    <>
      <Section
        title={content.title || t('untitled')}
        hint={t('preview.hint')}
        action={
          <Button variant="default" size="compact-md" onClick={() => setAnswers({})}>
            {t('preview.clear')}
          </Button>
        }
      >
        {isFilled(intro) && <p lang={isFilled(content.intro[language] ?? '') ? language : content.language}>{intro}</p>}
        <MeasureItemInput
          items={content.items}
          answers={answers}
          onChange={setAnswers}
          language={language}
          mainLanguage={content.language}
          after={(item) => dangers.includes(item.id) && <Callout kind="danger">{t('preview.safety')}</Callout>}
        />
      </Section>
      <PreviewResults results={measureResults(content, answers, language)} isSelfHarm={dangers.length > 0} />
    </>
  )
}

function PreviewResults({ results, isSelfHarm }: { results: MeasureResult[]; isSelfHarm: boolean }) {
  const { t, i18n } = useTranslation('measure')
  const number = (value: number) => formatMeasureNumber(value, i18n.language)
  return (
    <Section title={t('preview.results')}>
      <div role="status" className={classes.group}>
        {results.length === 0 && <div className={classes.hint}>{t('preview.noScores')}</div>}
        <dl className={classes.results}>
          {results.map(({ id, title, score, range, band, missing, isAlert }) => (
            <div key={id}>
              <dt>{title || t('score.untitled')}</dt>
              <dd>
                {score === null
                  ? t('preview.noScore', { count: missing })
                  : range
                    ? t('preview.inRange', { score: number(score), from: number(range.from), to: number(range.to) })
                    : number(score)}
                {band && ` · ${band}`}
                {score !== null && missing > 0 && ` · ${t('preview.prorated', { count: missing })}`}
              </dd>
              {isAlert && <Callout kind="danger">{t('preview.alert')}</Callout>}
            </div>
          ))}
        </dl>
        {isSelfHarm && <Callout kind="danger">{t('preview.selfHarm')}</Callout>}
      </div>
    </Section>
  )
}
