import { type Kysely, sql } from 'kysely'

/** Tokens use collate "C": words with the same prefix are then adjacent in the index, in every database locale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_documents (
    drama_id text primary key,
    version integer not null,
    body text not null
  )`.execute(db)
  await sql`create table search_postings (
    drama_id text not null,
    token text collate "C" not null,
    class smallint not null check (class between 0 and 4),
    langs smallint not null,
    popularity integer not null,
    primary key (drama_id, token)
  )`.execute(db)
  await sql`create index search_postings_popular on search_postings (token, class, popularity, drama_id, langs)`.execute(
    db
  )
  await sql`create table search_words (
    word text collate "C" primary key,
    surface text not null,
    first_letter text collate "C" not null,
    first_letters text collate "C" not null,
    popularity integer not null
  )`.execute(db)
  await sql`create index search_words_one on search_words (first_letter, popularity, word)`.execute(db)
  await sql`create index search_words_two on search_words (first_letters, popularity, word)`.execute(db)
  await sql`create table search_misspellings (
    spelling text collate "C" not null,
    word text collate "C" not null,
    primary key (spelling, word)
  )`.execute(db)
  await sql`create table search_visits (
    user_id text not null,
    lang text not null,
    keyword text not null,
    day text not null,
    primary key (user_id, lang, keyword)
  )`.execute(db)
  await sql`create table search_keywords (
    lang text not null,
    keyword text not null,
    visitors integer not null,
    hotness double precision not null,
    primary key (lang, keyword)
  )`.execute(db)
  await sql`create index search_keywords_hot on search_keywords (lang, hotness, keyword)`.execute(db)
}
