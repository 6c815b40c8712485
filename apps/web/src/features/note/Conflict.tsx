import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note.tsx'
import { compare, sideOf } from './diff.ts'
import classes from './note.module.css'
import type { Writing } from './writing.ts'

/** Two versions of a text side by side, with differences marked. The version that is not chosen is kept too. */
export function Conflict({ mine, theirs, writing }: { mine: string; theirs: string; writing: Writing }) {
  const { t } = useTranslation('note')
  const pieces = compare(theirs, mine)
  const side = (kind: 'first' | 'second') =>
    sideOf(pieces, kind).map((part, place) =>
      part.differs ? (
        <mark key={place} className={classes.differs}>
          {part.text}
        </mark>
      ) : (
        <span key={place}>{part.text}</span>
      ),
    )
  return (
    <div className={classes.remark}>
      <Note kind="warning" title={t('conflict.title')}>
        {t('conflict.text')}
      </Note>
      <div className={classes.sides}>
        <section className={classes.side} aria-label={t('conflict.mine')}>
          <h3>{t('conflict.mine')}</h3>
          <div className={classes.body}>{side('second')}</div>
          <Button variant="default" fullWidth onClick={() => writing.keepMine()}>
            {t('conflict.keepMine')}
          </Button>
        </section>
        <section className={classes.side} aria-label={t('conflict.theirs')}>
          <h3>{t('conflict.theirs')}</h3>
          <div className={classes.body}>{side('first')}</div>
          <Button variant="default" fullWidth onClick={() => writing.takeTheirs()}>
            {t('conflict.takeTheirs')}
          </Button>
        </section>
      </div>
      <div className={classes.together}>
        <Button variant="light" onClick={() => writing.putTogether()}>
          {t('conflict.together')}
        </Button>
        <span className={classes.hint}>{t('conflict.togetherHint')}</span>
      </div>
    </div>
  )
}
