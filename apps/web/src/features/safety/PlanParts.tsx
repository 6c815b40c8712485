import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { peopleParts, telOf, textParts, type Part, type PlanWords } from './plan.ts'
import classes from './safety.module.css'

/** Shows a plan: warning signs, what helps, and people to call with one tap. */
export function PlanParts({ plan }: { plan: PlanWords }) {
  const { t } = useTranslation('safety')
  return (
    <div className={classes.parts}>
      {textParts.map((part) => (
        <PartOf key={part} part={part} empty={plan[part].length === 0}>
          <ul className={`${classes.lines} ${classes.words}`}>
            {plan[part].map((line, place) => (
              <li key={place}>{line}</li>
            ))}
          </ul>
        </PartOf>
      ))}
      {peopleParts.map((part) => (
        <PartOf key={part} part={part} empty={plan[part].length === 0}>
          <ul className={classes.lines}>
            {plan[part].map(({ name, phone }, place) => (
              <li key={place} className={classes.person}>
                <span>{name}</span>
                {phone && (
                  <Button
                    component="a"
                    variant="default"
                    href={telOf(phone)}
                    leftSection={<IconPhone size={18} stroke={1.6} aria-hidden />}
                    aria-label={t('now.call', { name, number: phone })}
                  >
                    {phone}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </PartOf>
      ))}
    </div>
  )
}

function PartOf({ part, empty, children }: { part: Part; empty: boolean; children: React.ReactNode }) {
  const { t } = useTranslation('safety')
  return (
    <section className={classes.part}>
      <h3>{t(`parts.${part}`)}</h3>
      {empty ? <p className={classes.small}>{t('nothingYet')}</p> : children}
    </section>
  )
}
