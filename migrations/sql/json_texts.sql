-- A list of texts as JSON without white space, as canonical data writes it.
CREATE OR REPLACE FUNCTION json_texts(p_texts text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '[' || coalesce(string_agg(to_json(t)::text, ',' ORDER BY n), '') || ']'
    FROM unnest(p_texts) WITH ORDINALITY AS u (t, n)
$$;
