import type { OfferedSource } from '@attune/contract/features/assistant/assistant/assistant'
import { chosenSourceKinds, maxSources } from '@attune/contract/features/assistant/assistant/assistant.limits.rules'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { chosenSources, sourceKey, type AssistantForm } from '../assistant-request.ts'
import classes from '../assistant.module.css'
import { useWordCount } from './use-word-count.ts'

type Props = {
  form: AssistantForm
  offered: readonly OfferedSource[]
  onChange: (change: { sources: string[] }) => void
}

/** The number of earlier sources of a kind that are shown before 'Show all'. */
const shownAtFirst = 5

/** Lists the sources by kind with their numbers of words, and the total of the chosen ones. */
export function SourceList({ form, offered, onChange }: Props) {
  const { t } = useTranslation('assistant')
  const wordCount = useWordCount()
  const chosen = chosenSources(form, offered)
  const since = offered.filter((one) => one.sinceLastSession).map(sourceKey)
  const total = offered.filter((one) => chosen.includes(sourceKey(one))).reduce((sum, { words }) => sum + words, 0)
  const isFull = chosen.length >= maxSources
  return (
    <section className={classes.sources} aria-label={t('sources.title')}>
      <div className={classes.sourcesHead}>
        <h3>{t('sources.title')}</h3>
        <span className={classes.quiet} role="status">
          {t('sources.total', { count: chosen.length, words: wordCount(total) })}
        </span>
      </div>
      {offered.length === 0 ? (
        <p className={classes.quiet}>{t('sources.none')}</p>
      ) : (
        <div className={classes.buttons}>
          {since.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange({ sources: since.slice(0, maxSources) })}
            >
              {t('sources.since')}
            </Button>
          )}
          {chosen.length > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={() => onChange({ sources: [] })}>
              {t('sources.clear')}
            </Button>
          )}
        </div>
      )}
      {chosenSourceKinds.map((kind) => (
        <SourcesOfKind
          key={kind}
          kind={kind}
          items={offered.filter((one) => one.kind === kind)}
          chosen={chosen}
          isFull={isFull}
          onChange={(sources) => onChange({ sources })}
        />
      ))}
      {isFull && <p className={classes.quiet}>{t('sources.full', { count: maxSources })}</p>}
      <p className={classes.quiet}>{t('sources.private')}</p>
    </section>
  )
}

type KindProps = {
  kind: OfferedSource['kind']
  items: readonly OfferedSource[]
  chosen: string[]
  isFull: boolean
  onChange: (chosen: string[]) => void
}

function SourcesOfKind({ kind, items, chosen, isFull, onChange }: KindProps) {
  const { t } = useTranslation('assistant')
  const locale = useLocale()
  const wordCount = useWordCount()
  const [isAllShown, setAllShown] = useState(false)
  if (items.length === 0) return null
  const isAtFirst = (one: OfferedSource, place: number) =>
    isAllShown || place < shownAtFirst || one.sinceLastSession || chosen.includes(sourceKey(one))
  const shown = items.filter(isAtFirst)
  const toggle = (key: string, on: boolean) => onChange(on ? [...chosen, key] : chosen.filter((other) => other !== key))
  return (
    <fieldset className={classes.kind}>
      <legend>{t(`kind.${kind}`)}</legend>
      {shown.map((one) => {
        const key = sourceKey(one)
        const isChosen = chosen.includes(key)
        return (
          <Checkbox
            key={key}
            checked={isChosen}
            disabled={isFull && !isChosen}
            classNames={{ labelWrapper: classes.sourceLabel }}
            label={labelOf(one) || momentText(one.at, locale)}
            description={[
              ...(one.title ? [momentText(one.at, locale)] : []),
              wordCount(one.words),
              ...(one.sinceLastSession ? [t('sources.isNew')] : []),
            ].join(' · ')}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          />
        )
      })}
      {shown.length < items.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAllShown(true)}>
          {t('sources.all', { count: items.length })}
        </Button>
      )}
    </fieldset>
  )
}

/** The maximum length of a message's title in characters. */
const messageTitleLength = 55
const labelOf = ({ kind, title }: OfferedSource) =>
  kind === 'message' && title.length >= messageTitleLength ? `${title}…` : title
