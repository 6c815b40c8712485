// Builds the web app if it has changed since the last build.
import { setUp } from './setup.mjs'

await setUp({ web: true })
