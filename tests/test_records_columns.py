"""Which column is which, paths into nested values, several answers in one cell, and the records made of them."""

from __future__ import annotations

import json
import pickle
import warnings

import pytest

from indicmatch.errors import BadFile, BadInput, IndicMatchWarning, UnknownName
from indicmatch.records import Columns, Record, bind, open_table, read_records, split_references


def write(folder, content, name="a.csv"):
    path = folder / name
    path.write_bytes(content.encode())
    return path


def jsonl(folder, *objects):
    return write(folder, "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in objects), "a.jsonl")


def test_a_record(tmp_path):
    path = write(tmp_path, "id,question,answer,Domain,response\n7,q1,a1,Art,\n")
    (record,) = read_records(path, check=False)
    assert record == Record("q1", "a1", ("a1",), "Art", "", {"id": "7"}, 2, str(path))
    assert pickle.loads(pickle.dumps(record)) == record
    with pytest.raises(AttributeError):
        record.answer = "b"


def test_question_and_domain_may_be_absent(tmp_path):
    (record,) = read_records(write(tmp_path, "answer,response\na,r\n"))
    assert (record.question, record.domain, record.extra) == (None, None, {})
    with pytest.raises(BadFile, match=r"the column 'question' is missing.*--question-col"):
        read_records(write(tmp_path, "answer,response\na,r\n"), required=["question"])


@pytest.mark.parametrize(
    "header",
    ["Answer", " answer", "answer ", "ANSWER", "\ufeffanswer", "\u00ef\u00bb\u00bfanswer", " \ufeffAnswer\u00a0"],
)
def test_a_header_that_differs_in_what_nobody_sees(tmp_path, header):
    path = write(tmp_path, f"id,{header},response\n1, Delhi,r\n")
    with pytest.warns(IndicMatchWarning, match="is taken for the column 'answer'") as caught:
        (record,) = read_records(path, check=False)
    assert repr(header) in str(caught[0].message), "the difference must be seen"
    assert record.answer == " Delhi", "the cell stays as written"
    assert record.extra == {"id": "1"}


def test_an_exact_name_goes_before_an_inexact_one(tmp_path):
    (record,) = read_records(write(tmp_path, "Answer,answer,response\na,b,r\n"))
    assert (record.answer, record.extra) == ("b", {"Answer": "a"})


WRONG_HEADERS = [
    (
        "missing",
        "question,answr,response\n",
        ["the column 'answer' is missing", "'question', 'answr'", "--answer-col 'answr'"],
    ),
    ("missing response", "question,answer,Domain\n", ["the column 'response' is missing", "--response-col"]),
    ("duplicate", "answer,answer,response\n", ["'answer' stands 2 times", "rename"]),
    ("ambiguous", "Answer,ANSWER,response\n", ["ambiguous", "'Answer' and 'ANSWER'", "--answer-col"]),
    ("semicolons", "question;answer;response\n", ["the delimiter seems to be semicolons", "save the file with commas"]),
    ("tabs", "question\tanswer\tresponse\n", ["the delimiter seems to be tabs", ".tsv"]),
    ("bars", "question|answer|response\n", ["the delimiter seems to be vertical bars"]),
    ("quotes after a space", 'question, "answer", "response"\n', ["remove the spaces before the quotes"]),
    ("Excel's first line", "sep=,\nanswer,response\n", ["remove the first line"]),
    ("many", ",".join(f"c{i}" for i in range(40)) + "\n", ["and 20 more"]),
]


@pytest.mark.parametrize(("label", "content", "words"), WRONG_HEADERS, ids=[row[0] for row in WRONG_HEADERS])
def test_a_header_that_cannot_be_used(tmp_path, label, content, words):
    with pytest.raises(BadFile) as caught:
        read_records(write(tmp_path, content))
    assert caught.value.line == 1
    assert [word for word in words if word not in str(caught.value)] == []


def test_a_tsv_that_is_none(tmp_path):
    with pytest.raises(BadFile, match=r"the delimiter seems to be commas, not tabs.*name the file \.csv"):
        read_records(write(tmp_path, "answer,response\n", "a.tsv"))


def test_columns_by_name_in_every_way(tmp_path):
    path = write(tmp_path, "q,gold,subject,out\nq1,a1,Art,r1\n")
    named = {"question": "q", "answer": "gold", "domain": "subject", "response": "out"}
    by_mapping = list(read_records(path, columns=named))
    assert by_mapping == list(read_records(path, columns=Columns(**named)))
    assert by_mapping[0].question == "q1"
    aliased = read_records(path, user_input_column="q", reference_column="gold", response_column="out")
    assert [(r.question, r.answer, r.response, r.domain) for r in aliased] == [("q1", "a1", "r1", None)]


def test_a_named_column_must_be_there(tmp_path):
    path = write(tmp_path, "answer,response\na,r\n")
    with pytest.raises(BadFile, match=r"the column 'subject' is missing.*--domain-col"):
        read_records(path, columns={"domain": "subject"})
    with pytest.raises(BadFile, match="the column 'Domain' is missing"):
        read_records(path, columns={"domain": "Domain"})
    with pytest.raises(UnknownName, match="Did you mean 'answer'"):
        read_records(path, columns={"answr": "a"})
    with pytest.raises(UnknownName, match="Did you mean 'response_column'"):
        read_records(path, responses_column="a")


def test_two_columns_of_one_name_are_both_kept(tmp_path):
    (record,) = read_records(write(tmp_path, "note,answer,note,response,,note.1\n1,a,2,r,x,3\n"))
    assert record.extra == {"note": "1", "note.2": "2", "": "x", "note.1": "3"}


def chat(content):
    return {"choices": [{"message": {"content": content}}]}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("choices[0].message.content", "r1"),
        ("choices[-1].message.content", "r1"),
        ("choices[0]['message'][\"content\"]", "r1"),
        ("usage.total", "1.50"),
        ("usage.ok", "true"),
        ("text.b", "inner"),
    ],
)
def test_paths_into_records_and_cells(tmp_path, path, value):
    usage = '"usage": {"total": 1.50, "ok": true}, "text": "{\\"b\\": \\"inner\\"}"'
    line = f'{{"answer": "a", {json.dumps(chat("r1"))[1:-1]}, {usage}}}'
    assert [r.response for r in read_records(write(tmp_path, line, "a.jsonl"), columns={"response": path})] == [value]
    item = json.loads(line, parse_float=str)
    cells = [json.dumps(item[key]).replace('"', '""') for key in ("choices", "usage")] + [item["text"].replace('"', '""')]
    csv = write(tmp_path, 'answer,choices,usage,text\na,"{}","{}","{}"\n'.format(*cells))
    if path != "usage.total":  # a number that json.dumps wrote as a text is no number any more
        assert [r.response for r in read_records(csv, columns={"response": path})] == [value]


def test_a_number_in_a_json_cell_is_as_written(tmp_path):
    path = write(tmp_path, 'answer,out\na,"{""n"": 1.50}"\n')
    assert [r.response for r in read_records(path, columns={"response": "out.n"})] == ["1.50"]


def test_an_exact_column_name_goes_before_a_path_and_a_long_one_before_a_short_one(tmp_path):
    path = jsonl(tmp_path, {"answer": "a", "out": {"text": "path"}, "out.text": "column", "gpt-3.5": {"text": "model"}})
    assert next(read_records(path, columns={"response": "out.text"})).response == "column"
    assert next(read_records(path, columns={"response": "gpt-3.5.text"})).response == "model"


def test_a_path_that_leads_nowhere_in_some_rows_is_a_blank_and_is_told_of(tmp_path):
    path = jsonl(
        tmp_path,
        {"answer": "a", **chat("r")},
        {"answer": "a", "choices": []},
        {"answer": "a", "choices": None},
        {"answer": "a"},
        {"answer": "a", **chat(None)},
        {"answer": "a", "choices": [{"message": {}}]},
    )
    with pytest.warns(IndicMatchWarning, match="leads nowhere in 5 of 6 rows, the first on line 2: read as blank"):
        responses = [r.response for r in read_records(path, columns={"response": "choices[0].message.content"})]
    assert responses == ["r", None, None, None, None, None]


def test_a_misspelt_path_is_an_error(tmp_path):
    path = jsonl(tmp_path, {"answer": "a", **chat("r")}, {"answer": "a", **chat("r")})
    with pytest.raises(BadFile, match="leads nowhere in any of the 2 rows"):
        list(read_records(path, columns={"response": "choices[0].mesage.content"}))
    with pytest.raises(BadInput, match="is no step"):
        list(read_records(path, columns={"response": "choices[x]"}))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a text", "not JSON"),
        ('"a text"', "a text where the path goes on"),
        ("{'text': 'r'}", "json.dumps"),
        ("[1]", "no object for the key"),
    ],
)
def test_a_cell_that_a_path_cannot_enter(tmp_path, value, words):
    path = write(tmp_path, 'answer,out\na,"{""text"": ""r""}"\nb,"' + value.replace('"', '""') + '"\n')
    with pytest.raises(BadFile, match=words) as caught:
        list(read_records(path, columns={"response": "out.text"}))
    assert caught.value.line == 3


def test_a_function_of_the_row(tmp_path):
    path = jsonl(tmp_path, {"answer": "a", "messages": ["one", "two"], "context": "c"})
    columns = {"response": lambda row: " ".join(row["messages"]), "answer": lambda row: [row["context"], row["answer"]]}
    (record,) = read_records(path, columns=columns)
    assert (record.response, record.answer, record.references) == ("one two", "c", ("c", "a"))
    with pytest.raises(BadFile, match="raised KeyError: 'message'") as caught:
        list(read_records(path, columns={"response": lambda row: row["message"]}))
    assert caught.value.line == 1


def test_a_list_is_several_answers_and_no_response(tmp_path):
    path = jsonl(tmp_path, {"answer": ["Delhi", "New Delhi", None, 1911], "response": "r"})
    (record,) = read_records(path)
    assert (record.answer, record.references) == ("Delhi", ("Delhi", "New Delhi", "1911"))
    with pytest.raises(BadFile, match="a list where one text is needed"):
        list(read_records(jsonl(tmp_path, {"answer": "a", "response": ["r"]})))
    with pytest.raises(BadFile, match="an object where one text is needed"):
        list(read_records(jsonl(tmp_path, {"answer": {"text": "a"}, "response": "r"})))
    with pytest.raises(BadFile, match="the list of answers is empty"):
        list(read_records(jsonl(tmp_path, {"answer": [], "response": "r"})))


def test_null_is_blank_and_missing_is_none(tmp_path):
    path = jsonl(tmp_path, {"answer": None, "Domain": None, "question": None, "response": None}, {"answer": "a", "response": "r"})
    first, second = read_records(path, check=False)
    assert (first.answer, first.references, first.domain, first.question, first.response) == ("", ("",), "", "", None)
    assert (second.domain, second.question) == ("", "")


REFERENCES = [
    ("the whole cell", "cell", " a / b ", (" a / b ",)),
    ("an empty cell", "cell", "", ("",)),
    ("separated", "sep:/", "a / b/c", ("a", "b", "c")),
    ("empty parts are dropped", "sep:|", "|a||", ("a",)),
    ("unless there is no other", "sep:|", " | ", ("",)),
    ("a longer separator", "sep: or ", "a or b", ("a", "b")),
    ("repeated", "sep:/", "a/a", ("a",)),
    ("outside and inside", "paren", "दिल्ली (Delhi)", ("दिल्ली", "Delhi")),
    ("fullwidth ones", "paren", "\u5fb7\u91cc\uff08Delhi\uff09", ("\u5fb7\u91cc", "Delhi")),
    ("in the middle", "paren", "New (नई) Delhi (दिल्ली)", ("New Delhi", "नई", "दिल्ली")),
    ("nested", "paren", "a (b (c))", ("a", "b (c)")),
    ("only inside", "paren", "(Delhi)", ("Delhi",)),
    ("nothing inside", "paren", "Delhi ()", ("Delhi",)),
    ("not closed", "paren", "a (b", ("a (b",)),
    ("not opened", "paren", "1) a", ("1) a",)),
    ("none", "paren", " a ", (" a ",)),
    ("a list", "json", '["a", 1.50, true, null, ""]', ("a", "1.50", "true")),
    ("one value", "json", '"a"', ("a",)),
    ("an empty cell", "json", " ", ("",)),
]


@pytest.mark.parametrize(("label", "mode", "cell", "expected"), REFERENCES)
def test_references_of_a_cell(label, mode, cell, expected):
    assert split_references(cell, mode) == expected


@pytest.mark.parametrize(
    ("mode", "cell", "error", "words"),
    [
        ("parens", "a", UnknownName, "Did you mean 'paren'"),
        ("sep", "a", UnknownName, "sep:TEXT"),
        ("sep:", "a", BadInput, "names no separator"),
        ("json", "a, b", BadInput, "JSON list"),
        ("json", "[]", BadInput, "empty"),
        ("json", '[["a"]]', BadInput, "a list where one text"),
    ],
)
def test_references_that_cannot_be_read(mode, cell, error, words):
    with pytest.raises(error, match=words):
        split_references(cell, mode)


def test_references_from_several_columns(tmp_path):
    path = write(tmp_path, "answer,alias,response\na,b,r\nc,,r\n,,r\n")
    records = list(read_records(path, references="columns:answer, alias", check=False))
    assert [(r.answer, r.references) for r in records] == [("a", ("a", "b")), ("c", ("c",)), ("", ("",))]
    path = write(tmp_path, "hindi,english,response\na,b,r\n")
    assert next(read_records(path, references="columns:hindi,english")).answer == "a"
    with pytest.raises(BadFile, match="the column 'tamil' is missing"):
        read_records(path, references="columns:hindi,tamil")
    with pytest.raises(BadInput, match="empty column name"):
        read_records(path, references="columns:hindi,")


def test_a_faulty_list_names_its_line(tmp_path):
    path = write(tmp_path, 'answer,response\n"[""a""]",r\na,r\n')
    with pytest.raises(BadFile, match="JSON list") as caught:
        list(read_records(path, references="json"))
    assert caught.value.line == 3


def test_bind_gives_indexes_for_plain_columns(tmp_path):
    table = open_table(write(tmp_path, "answer,model,response\na,m,r\n"))
    bound = bind(table, Columns(model="model"))
    assert {name: field.index for name, field in bound.fields.items()} == {"answer": 0, "response": 2, "model": 1}
    row = next(iter(table))
    assert [bound.getter(part)(row) for part in ("answer", "model", "cluster")] == ["a", "m", None]


def test_no_warning_without_a_cause(tmp_path):
    path = write(tmp_path, "question,answer,Domain,response\nq,दिल्ली,Art,दिल्ली है।\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(read_records(path))) == 1
