import { assistantLengths } from '@attune/contract/features/assistant/assistant/assistant.limits.rules'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText } from '../../../../ui/page/date-text.ts'
import classes from '../assistant.module.css'
import { markedParts } from './marked-parts.ts'
import blockClasses from './prompt-field.module.css'
import { headingOfBlock, joinBlocks, splitBlocks } from './prompt-blocks.ts'

type Marks = { placeholders: readonly string[]; names: readonly string[] }
type Props = Marks & { value: string; isEdited: boolean; onChange: (edited: string | null) => void }

/**
 * Fields for the texts of the prompt, each below its heading. The lines with a random code around each text are left out; the exact request has them.
 * A prompt of another form is shown as a whole.
 */
export function PromptField({ value, isEdited, onChange, ...marks }: Props) {
  const { t } = useTranslation('assistantPreview')
  const id = useId()
  const found = splitBlocks(value)
  return (
    <div role={found ? 'group' : undefined} aria-labelledby={found ? `${id}-label` : undefined}>
      <div className={classes.sourcesHead}>
        <label htmlFor={found ? undefined : id} id={`${id}-label`} className={classes.label}>
          {t('text')}
        </label>
        {isEdited && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {t('startOver')}
          </Button>
        )}
      </div>
      <p className={classes.quiet} id={`${id}-hint`}>
        {t('textHint')}
      </p>
      {found ? (
        <Blocks found={found} id={id} marks={marks} onChange={onChange} />
      ) : (
        <MarkedField {...marks} id={id} hintId={`${id}-hint`} value={value} onChange={onChange} />
      )}
    </div>
  )
}

type BlocksProps = {
  found: NonNullable<ReturnType<typeof splitBlocks>>
  id: string
  marks: Marks
  onChange: (edited: string) => void
}

function Blocks({ found: { blocks, delimiter }, id, marks, onChange }: BlocksProps) {
  const headingText = useHeadingText()
  const change = (place: number, text: string) =>
    onChange(
      joinBlocks(
        blocks.map((block, at) => (at === place ? { ...block, text } : block)),
        delimiter,
      ),
    )
  return blocks.map(({ title, text }, place) => (
    <div key={title} className={blockClasses.block}>
      <label htmlFor={`${id}-${place}`} className={blockClasses.title}>
        {headingText(title)}
      </label>
      <MarkedField
        {...marks}
        id={`${id}-${place}`}
        hintId={`${id}-hint`}
        value={text}
        onChange={(edited) => change(place, edited)}
      />
    </div>
  ))
}

/** Returns a function that returns the heading of a block in the reader's language. */
function useHeadingText() {
  const { t } = useTranslation(['assistantPreview', 'assistant'])
  const locale = useLocale()
  return (title: string): string => {
    const heading = headingOfBlock(title)
    if (heading.part === 'other') return heading.title
    if (heading.part === 'earlierQuestion' || heading.part === 'earlierAnswer')
      return t(`blocks.${heading.part}`, { number: heading.number })
    if (heading.part !== 'source') return t(`blocks.${heading.part}`)
    const kind = heading.kind === 'keywords' ? t('blocks.keywords') : t(`assistant:kindOne.${heading.kind}`)
    const label = heading.label === 'KEYWORDS' ? null : heading.label
    const day = heading.day && dayText(heading.day, locale, 'long')
    return [label, kind, day].filter(Boolean).join(' · ')
  }
}

type FieldProps = Marks & { id: string; hintId: string; value: string; onChange: (edited: string) => void }

/** A field for a text. A copy of the text behind the field marks placeholders and names, because a field cannot mark words. */
function MarkedField({ id, hintId, value, placeholders, names, onChange }: FieldProps) {
  return (
    <div className={classes.prompt}>
      <div className={classes.promptMarks} aria-hidden>
        {markedParts(value, { placeholder: placeholders, name: names }).map(({ text, kind }, place) =>
          kind ? (
            <mark key={place} data-kind={kind}>
              {text}
            </mark>
          ) : (
            <span key={place}>{text}</span>
          ),
        )}
        {'\n'}
      </div>
      <textarea
        id={id}
        aria-describedby={hintId}
        spellCheck={false}
        maxLength={assistantLengths.prompt}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
