const ink = '#24292b'
const quiet = '#5b6567'
/** The green of the product: the shade of `sage` that the theme of the web app uses for its main buttons. A test compares them. */
const sage = '#2f6b62'

/** The styles of an email for a light screen. Email programs that ignore style sheets, for example older ones, always use these styles. */
export const styles = {
  body: { backgroundColor: '#f4f8f6', fontFamily: 'Helvetica, Arial, sans-serif', margin: 0, padding: '24px 0' },
  box: { backgroundColor: '#ffffff', borderRadius: '12px', maxWidth: '520px', padding: '32px 36px' },
  mark: { color: sage, fontSize: '15px', fontWeight: 600, letterSpacing: '0.02em', margin: '0 0 20px' },
  text: { color: ink, fontSize: '16px', lineHeight: '26px', margin: '0 0 16px' },
  code: {
    backgroundColor: '#eef7f4',
    borderRadius: '8px',
    color: ink,
    fontSize: '20px',
    letterSpacing: '0.12em',
    margin: '0 0 20px',
    padding: '12px 16px',
  },
  button: {
    backgroundColor: sage,
    borderRadius: '8px',
    color: '#ffffff',
    display: 'inline-block',
    fontSize: '16px',
    margin: '8px 0 24px',
    padding: '12px 22px',
    textDecoration: 'none',
  },
  small: { color: quiet, fontSize: '13px', lineHeight: '20px', margin: '0 0 8px' },
  link: {
    color: sage,
    fontSize: '13px',
    lineHeight: '20px',
    textDecoration: 'underline',
    wordBreak: 'break-word' as const,
  },
  line: { borderColor: '#e1e8e3', margin: '24px 0 16px' },
}

/** The colors for a dark screen. These colors override the styles of the elements. The class of each part is the name of the part in `styles`. */
export const darkStyles = `:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .body, .body td { background-color: #141a17 !important; }
  .box, .box td { background-color: #1d2521 !important; }
  .mark, .link { color: #91c4b5 !important; }
  .text { color: #e6ece8 !important; }
  .code { background-color: #29332e !important; color: #e6ece8 !important; }
  .button { background-color: #2f6b62 !important; color: #ffffff !important; }
  .button span { color: #ffffff !important; }
  .small { color: #a3b0a9 !important; }
  .line { border-color: #38443e !important; }
}`
