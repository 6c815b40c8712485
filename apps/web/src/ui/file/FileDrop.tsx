import classes from './FileDrop.module.css'

type Props = {
  /** The id of the input, for its label. */
  id: string
  /** The accepted media types or endings, as in the attribute of an input. */
  accept: string
  /** The text of the button. The label of the input names it for screen readers. */
  button: string
  /** The text beside the button. */
  drop: string
  disabled?: boolean
  onFile: (file: File) => void
}

/** A field in which a person chooses one file or drops it. */
export const FileDrop = ({ id, accept, button, drop, disabled = false, onFile }: Props) => (
  <div className={classes.drop}>
    <input
      id={id}
      className={classes.file}
      type="file"
      accept={accept}
      disabled={disabled}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? []
        event.currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
    <span className={classes.choose} aria-hidden>
      {button}
    </span>
    <span aria-hidden>{drop}</span>
  </div>
)
