import { type ReactNode, useEffect } from 'react'
import { LanguageSelect } from '../ui/choice/LanguageSelect.tsx'
import { Logo } from '../ui/base/Logo.tsx'
import classes from './native.module.css'

/** The frame of the screens before the sign-in. Makes no requests, because the practice may not be known yet. */
export function NativeFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <div className={classes.screen}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={28} />
          Attune
        </span>
        <LanguageSelect />
      </header>
      <main className={classes.main} id="main" tabIndex={-1}>
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </main>
    </div>
  )
}
