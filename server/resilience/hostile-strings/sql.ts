/** What would mean something to a database if it ever became part of a query, by lines. */
const phrases = String.raw`
' --
' #
' /*
*/ ' /*
' OR '1'='1
' OR 1=1 --
" OR 1=1 --
' OR ''='
') OR ('1'='1
')) OR (('1'='1
' OR 1=1 LIMIT 1 --
' OR 1=1 /*
' OR TRUE --
' AND 1=0 --
' AND '1'='2
admin' OR '1'='1'#
1 OR 1=1
1) OR (1=1
1' OR '1'='1
1; DROP TABLE users
'; DROP TABLE users; --
'; DROP TABLE users CASCADE; --
"; DROP TABLE audio_books; --
'); DELETE FROM users; --
'; DELETE FROM sessions WHERE ''='
'; UPDATE users SET role='Admin'; --
'; UPDATE users SET role=$$Admin$$; --
', role='Admin
', 'Admin', NULL, NULL) --
'; INSERT INTO creators (nickname) VALUES ('planted'); --
'; TRUNCATE positions; --
'; ALTER TABLE podcasts RENAME TO gone; --
'; VACUUM INTO 'stolen.sqlite'; --
'; ATTACH DATABASE 'planted.sqlite' AS planted; --
'; PRAGMA writable_schema=1; --
'; COPY users TO '/tmp/stolen'; --
'; COPY users FROM PROGRAM 'id'; --
'; SELECT load_extension('planted.so'); --
'; NOTIFY earmark; --
'; LISTEN earmark; --
'; COMMIT; --
'; ROLLBACK; --
'; BEGIN; --
' UNION SELECT 1 --
' UNION ALL SELECT NULL,NULL,NULL --
' UNION SELECT password_hash FROM users --
' UNION SELECT sql FROM sqlite_master --
' UNION SELECT table_name FROM information_schema.tables --
1 UNION SELECT email FROM users
-1 UNION SELECT 1,2,3
' || (SELECT password_hash FROM users LIMIT 1) || '
'; SELECT pg_sleep(20); --
1 AND (SELECT count(*) FROM generate_series(1,100000000)) > 0
' AND randomblob(1000000000) --
' AND 1=CAST((SELECT password_hash FROM users LIMIT 1) AS int) --
' AND (SELECT CASE WHEN 1=1 THEN 1/0 ELSE 1 END) --
' AND json('{') --
(SELECT 1)
(CASE WHEN 1=1 THEN id ELSE name END)
id; DROP TABLE users
id DESC; --
id,(SELECT 1)
id ASC NULLS FIRST
name COLLATE NOCASE
$$ OR 1=1 $$
ʼ OR 1=1 --
＇ OR 1=1 --
’ OR 1=1 --
%' --
%' ESCAPE '\
a + b
a AND b
a OR b
a NOT b
NOT a
NEAR(a b)
NEAR(a b, 2)
name : a
{name tokens} : a
- a
a & b
a | b
a <-> b
& | !
a & (b | !c):*B
/* */
/*!50000 x */
<> ;
&& id
| id`
  .trim()
  .split('\n')

/** The same without a space in it. */
const words = String.raw`
' '' " '" \' \" ; '; '); ')) admin'-- '||pg_sleep(20)||' rowid ctid users.password_hash * 1=1 1/0 1e400 -1
0x1 1e1 9223372036854775808 -9223372036854775809 99999999999999999999999999 NaN Infinity NULL null true
DEFAULT $1 $0 ? ?1 :id @id {0} %s %n%n %25 $$ $tag$ E'\x27' U&'\0027' \x27 \047 \u0027 %27 %2527 %bf%27 ¿' %
%% _ ____ [a-z] [^a] ^ a% %a% \% \_ *a a* "a"* ^a a^2 tokens:a (a a) () "" !a a:* a:A 'a':* .* a.*b (?i)a
(a+)+$ a{1000} --`
  .trim()
  .split(/\s/)

const unprintable = [
  '\0',
  "a\0' OR 1=1 --",
  "'\u0008",
  '\u001a',
  "\r\n' OR 1=1 --",
  'a\ufffe',
  '\ud83d\ude00%',
  "\u0327'",
]
const long = [
  "'".repeat(200),
  '%'.repeat(200),
  '_%'.repeat(100),
  `${'('.repeat(100)}${')'.repeat(100)}`,
  'OR '.repeat(66),
]

export const sqlStrings: readonly string[] = [...phrases, ...words, ...unprintable, ...long]

/**
 * What means something in a search of some database, a name that it is to be found in because it stands there, and one
 * that would be found if it meant something.
 */
export const wildcards: readonly (readonly [search: string, literal: string, lure: string])[] = [
  ['%', 'wool 100% pure', 'wool pure'],
  ['%%', 'two %% marks', 'two marks'],
  ['_', 'snake_case', 'snakes'],
  ['__', 'a __ gap', 'a xx gap'],
  ['q%z', 'from q%z', 'qaz'],
  ['q_k', 'from q_k', 'qok'],
  ['quill%', 'quill% off', 'quillwork'],
  ['%moth', 'off %moth', 'behemoth'],
  ['\\%', 'escaped \\% mark', 'escaped mark'],
  ['*', 'starred * once', 'starred once'],
  ['vel*', 'vel* cloth', 'velvet'],
  ['"vel"*', '"vel" * cloth', 'velvet cloth'],
  ['vel:*', 'vel : * seal', 'velours'],
  ['^iron', '^iron', 'ironwork'],
  ['[a-z]', '[a-z] ranges', 'b'],
  ['.*', 'all .* here', 'all here'],
  ['c.g', 'c.g file', 'cog'],
  ['east OR west', 'east or west', 'east coast'],
  ['east | west', 'east | west', 'west coast'],
  ['NOT north', 'not north', 'south'],
  ['!north', '!north', 'southern'],
  ['north AND NOT pole', 'north and not pole', 'northern star'],
  ['NEAR(ox cart)', 'near(ox cart)', 'ox before a cart'],
  ['ox <-> cart', 'ox <-> cart', 'ox cart'],
  ['name:ember', 'name:ember', 'ember'],
  ['tokens : ember', 'tokens : ember', 'ember days'],
  ["' OR '1'='1", "' or '1'='1", 'innocent'],
  ["x' OR 1=1 --", "x' or 1=1 --", 'bystander'],
  ["'; DROP TABLE users; --", "'; drop table users; --", 'tables'],
  ["%' --", "%' --", 'unmarked'],
]
