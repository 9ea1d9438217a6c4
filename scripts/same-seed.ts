/** What fast-check makes up is the same in every run, unless FC_SEED says otherwise; a property's own seed wins. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 7) })
