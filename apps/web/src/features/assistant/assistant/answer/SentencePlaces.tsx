import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconQuote } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText, localDay } from '../../../../ui/page/date-text.ts'
import type { SourcePlace } from './parts.ts'
import { sourceKey } from '../assistant-request.ts'
import classes from '../assistant.module.css'
import { scrollable } from './scrollable.ts'
import type { SourceTexts } from './use-source-texts.ts'

type Props = { places: readonly SourcePlace[]; keywords: string; texts: SourceTexts }

/** Shows the quotes from the sources for a sentence. Pressing a quote shows it in the text of its source. */
export function SentencePlaces({ places, keywords, texts }: Props) {
  const { t } = useTranslation('assistant')
  if (places.length === 0)
    return (
      <p className={classes.notFound}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        {t('answer.notFound')}
      </p>
    )
  return (
    <div className={classes.places}>
      {places.map((place, index) => (
        <Place key={index} place={place} keywords={keywords} texts={texts} />
      ))}
    </div>
  )
}

type PlaceProps = { place: SourcePlace } & Pick<Props, 'keywords' | 'texts'>

function Place({ place: { source, from, to }, keywords, texts }: PlaceProps) {
  const { t } = useTranslation('assistant')
  const locale = useLocale()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const found = source && texts.get(sourceKey(source))
  if (source && !found) return <p className={classes.quiet}>{t('answer.loadingSource')}</p>
  if (found?.isFailed) return <p className={classes.quiet}>{t('answer.sourceFailed')}</p>
  const text = found ? found.text : keywords
  const label = found
    ? [
        t(`kindOne.${found.source.kind}`),
        found.source.kind === 'message' ? '' : found.title,
        dayText(localDay(found.at, locale), locale),
      ]
        .filter(Boolean)
        .join(' · ')
    : t('answer.keywords')
  return (
    <div>
      <UnstyledButton
        className={classes.place}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconQuote size={16} stroke={1.75} aria-hidden />
        <span>
          <q>{text.slice(from, to)}</q>
          <span className={classes.placeOf}>{label}</span>
        </span>
      </UnstyledButton>
      {isOpen && <SourceWithPlace id={id} label={label} text={text} from={from} to={to} />}
    </div>
  )
}

type SourceProps = { id: string; label: string; text: string; from: number; to: number }

/** Shows the text of a source with the quoted words marked and scrolled into view. */
function SourceWithPlace({ id, label, text, from, to }: SourceProps) {
  const around = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    const box = around.current
    if (box && mark.current) box.scrollTop = mark.current.offsetTop - box.offsetTop - box.clientHeight / 3
    box?.focus({ preventScroll: true })
  }, [])
  return (
    <div {...scrollable} ref={around} id={id} className={classes.sourceText} aria-label={label}>
      {text.slice(0, from)}
      <mark ref={mark}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </div>
  )
}
